"""The steps of every tour by the client that openapi-generator makes, found as `openapi_client`; prints JSON."""
import json
import sys

from openapi_client import ApiClient, Configuration, GuestCreate, GuestsApi, GuestUpdate, QueueCreate, QueuesApi
from openapi_client.exceptions import NotFoundException
from seen import show

url, key, unknown_guest = sys.argv[1:]
with ApiClient(Configuration(host=url, access_token=key)) as client:
    guests = GuestsApi(client)
    queue = QueuesApi(client).create_queue(QueueCreate(name="Door"))
    guest = guests.add_guest(queue.id, GuestCreate(name="Ada"))
    got = guests.get_guest(guest.id)
    page = guests.list_guests(queue.id, limit=10)
    updated = guests.update_guest(guest.id, guest_update=GuestUpdate(name="Bo"))
    try:
        guests.get_guest(unknown_guest)
    except NotFoundException as error:
        problem = json.loads(error.body)
show(queue=queue, added=guest, got=got, page=page, updated=updated, status=problem["status"], code=problem["code"])
