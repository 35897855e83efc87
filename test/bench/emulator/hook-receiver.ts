// Child process: a webhook receiver that responds immediately, and records the order of deliveries for each webhook.
import { createServer } from "node:http";
import { setPriority } from "node:os";

// Lowest priority, as a real receiver runs on another machine and takes no CPU time from this one.
setPriority(19);

const guidsByHook = new Map<string, string[]>();

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const { "x-github-hook-id": hook, "x-github-delivery": guid, "x-github-event": event } = request.headers;
  request.resume().on("end", () => {
    if (event === "star") {
      const guids = guidsByHook.get(String(hook)) ?? [];
      guidsByHook.set(String(hook), guids);
      guids.push(String(guid));
    }
    response.writeHead(204).end();
  });
});

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.(typeof address === "object" ? address?.port : undefined);
});
process.on("message", () => process.send?.([...guidsByHook.values()]));
process.on("disconnect", () => process.exit());
