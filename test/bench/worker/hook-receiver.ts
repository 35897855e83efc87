// Child process: a webhook receiver that responds immediately, and records the order of deliveries for each webhook.
import { setPriority } from "node:os";
import { serveForParent } from "./reply.ts";

// Lowest priority, as a real receiver runs on another machine and takes no CPU time from this one.
setPriority(19);

const guidsByHook = new Map<string, string[]>();

serveForParent(
  (request, response) => {
    const { "x-github-hook-id": hook, "x-github-delivery": guid, "x-github-event": event } = request.headers;
    request.resume().on("end", () => {
      if (event === "star") {
        const guids = guidsByHook.get(String(hook)) ?? [];
        guidsByHook.set(String(hook), guids);
        guids.push(String(guid));
      }
      response.writeHead(204).end();
    });
  },
  () => [...guidsByHook.values()],
);
