"""What the tours in Python have seen."""
import json


def show(*, queue, added, got, page, updated, status, code):
    """Prints it as JSON, as the tests compare it; each is as its client gives it."""
    print(
        json.dumps(
            {
                "queue": queue.name,
                "added": added.name,
                "got": got.name,
                "listed": [guest.name for guest in page.data],
                "updated": updated.name,
                "refused": {"status": status, "code": code},
            }
        )
    )
