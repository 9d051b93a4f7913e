"""Works on a line with fastmcp: finds the shortest one, adds a guest and calls the next; prints what came of it as JSON."""
import asyncio
import json
import sys

from fastmcp import Client
from fastmcp.client.auth import BearerAuth
from fastmcp.exceptions import ToolError

given = json.loads(sys.argv[1])


async def main():
    async with Client(given["url"], auth=BearerAuth(given["token"])) as agent:
        tools = [tool.name for tool in await agent.list_tools()]
        shortest = (await agent.call_tool("find_shortest_line", {"party_size": 99})).structured_content
        queue_id = shortest["queue"]["id"]
        print(json.dumps(await work(agent, queue_id) | {"tools": tools, "queue_id": queue_id}))


async def work(agent, queue_id):
    try:
        added = await agent.call_tool("add_guest", {"queue_id": queue_id, "name": "Ada", "party_size": 99})
        called = await agent.call_tool("call_next", {"queue_id": queue_id})
        return {"added": added.structured_content, "called": called.structured_content}
    except ToolError as refusal:
        return {"refused": str(refusal)}


asyncio.run(main())
