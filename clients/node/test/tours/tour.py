"""The steps of every tour by the client that openapi-python-client generates, found as `usher_client`; prints JSON."""
import sys

from usher_client import AuthenticatedClient
from usher_client.api.guests import add_guest, get_guest, list_guests, update_guest
from usher_client.api.queues import create_queue
from usher_client.models import GuestCreate, GuestUpdate, Problem, QueueCreate
from seen import show

url, key, unknown_guest = sys.argv[1:]
client = AuthenticatedClient(base_url=url, token=key, raise_on_unexpected_status=True)
queue = create_queue.sync(client=client, body=QueueCreate(name="Door"))
guest = add_guest.sync(queue.id, client=client, body=GuestCreate(name="Ada"))
got = get_guest.sync(guest.id, client=client)
page = list_guests.sync(queue.id, client=client, limit=10)
updated = update_guest.sync(guest.id, client=client, body=GuestUpdate(name="Bo"))
problem = get_guest.sync(unknown_guest, client=client)
assert isinstance(problem, Problem)
show(queue=queue, added=guest, got=got, page=page, updated=updated, status=problem.status, code=problem.code)
