// A process of its own: a receiver of webhooks that answers at once, and notes which hook was told of what, in which order.
import { createServer } from "node:http";
import { setPriority } from "node:os";

// It stands for another machine, which takes nothing of this one's time.
setPriority(19);

const told = new Map<string, string[]>();

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const { "x-github-hook-id": hook, "x-github-delivery": guid, "x-github-event": event } = request.headers;
  request.resume().on("end", () => {
    if (event === "star") {
      const guids = told.get(String(hook)) ?? [];
      told.set(String(hook), guids);
      guids.push(String(guid));
    }
    response.writeHead(204).end();
  });
});

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.(typeof address === "object" ? address?.port : undefined);
});
process.on("message", () => process.send?.([...told.values()]));
process.on("disconnect", () => process.exit());
