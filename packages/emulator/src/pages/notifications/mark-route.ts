import type { Hono } from "hono";
import type { EmulatorContext } from "../../emulator-context.ts";
import { markThreads, notificationThreads } from "../../state/notification-threads.ts";
import { timestamp } from "../../timestamp.ts";
import { readPageRequest } from "../page-request.ts";
import { readReturnPath } from "../return-path.ts";
import { isCrossSite } from "../security-headers.ts";

/** Adds the form that marks notifications as read: `thread` is the id of one, or `all`. */
export function addMarkForm(app: Hono, context: EmulatorContext): void {
  app.post("/notifications/mark", async (c) => {
    const { user } = readPageRequest(context, c);
    if (!user || isCrossSite(c)) return c.text("Sign in on this service's own page.", 403);
    const { thread, return_to } = await c.req.parseBody();
    const now = timestamp(context.now());
    if (thread === "all") markThreads(context.db, user.id, true, now, now);
    else if (typeof thread === "string" && /^[1-9]\d{0,14}$/.test(thread)) {
      notificationThreads.update(
        context.db,
        { id: Number(thread), user_id: user.id },
        { unread: false, last_read_at: now },
      );
    }
    return c.redirect(readReturnPath(return_to) ?? "/notifications", 303);
  });
}
