import { getAccount } from "../state/accounts.ts";
import type { Database } from "../state/database.ts";
import { deliveriesOf } from "../state/deliveries.ts";
import type { Hook } from "../state/hooks.ts";
import type { Repository } from "../state/repositories.ts";
import type { World } from "../world.ts";

export function renderHook({ db, apiUrl }: World, repository: Repository, hook: Hook) {
  const url = `${apiUrl}/repos/${getAccount(db, repository.owner_id).login}/${repository.name}/hooks/${hook.id}`;
  return {
    type: "Repository",
    id: hook.id,
    name: "web",
    active: hook.active,
    events: hook.events,
    config: {
      url: hook.url,
      content_type: hook.content_type,
      insecure_ssl: hook.insecure_ssl,
      ...(hook.secret === null ? {} : { secret: "********" }),
    },
    created_at: hook.created_at,
    updated_at: hook.updated_at,
    url,
    test_url: `${url}/test`,
    ping_url: `${url}/pings`,
    deliveries_url: `${url}/deliveries`,
    last_response: lastResponse(db, hook),
  };
}

/** How the newest attempt went. */
function lastResponse(db: Database, hook: Hook) {
  const [newest] = deliveriesOf(db, hook.id, { from: undefined, limit: 1, succeeded: undefined });
  if (!newest) return { code: null, status: "unused", message: null };
  const status = newest.status === "OK" ? "active" : "misconfigured";
  return { code: newest.status_code || null, status, message: newest.status };
}
