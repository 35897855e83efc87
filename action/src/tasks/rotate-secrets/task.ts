import type { Input } from "@forgehand/core";
import {
  getOrganizationUpdaterPublicKey,
  getOrganizationUpdaterSecret,
  listOrganizationUpdaterSecretRepositories,
  putOrganizationUpdaterSecret,
} from "@forgehand/core/operations";
import { sealSecret } from "@forgehand/core/sealed-box";
import { Problem } from "../../problem.ts";
import { applyEach } from "../../run/apply-each.ts";
import { type Readings, readEach } from "../../run/read-each.ts";
import type { Run } from "../../run/run.ts";
import { serviceTime } from "../../service-time.ts";
import type { Change, Task } from "../../task.ts";

interface Options {
  readonly organization: string;
  readonly secret: string;
  readonly value: string;
}

type Visibility = Input<typeof putOrganizationUpdaterSecret>["visibility"];

/** An organization's secret as it stands: everything but its value, which nobody can read. */
interface KeptSecret {
  readonly visibility: Visibility;
  /** Not every service tells it at once. */
  readonly updatedAt: string | undefined;
  /** Who may read it, where its visibility is `selected`. */
  readonly repositories: readonly { readonly id: number; readonly name: string }[];
}

interface Found {
  readonly options: Options;
  readonly keep: KeptSecret;
}

interface Rotation extends Change {
  readonly keep: KeptSecret;
}

/** Gives an organization's updater secret a new value; visibility and selected repositories stay as they are. */
export const rotateSecrets: Task<Options, Readings<Found>, Rotation> = {
  name: "rotate-secrets",
  title: "Rotate secrets",

  declare: (settings) => ({
    organization: settings.required("organization")[0] ?? "",
    secret: settings.required("secret"),
    value: settings.required("value"),
  }),

  read: (run, entries) =>
    readEach(
      run,
      entries,
      ({ organization }) => organization,
      async (options) => {
        const { call } = await run.connection.forOwner(options.organization);
        const keep = await readSecret(run, options);
        if (keep) return { options, keep };
        // No secret, or no such organization: this call tells the two apart, by failing for the second.
        await call(getOrganizationUpdaterPublicKey, { org: options.organization });
        throw new Problem(
          `${options.organization} has no updater secret ${options.secret}. Create it once with the visibility that it should have: rotating keeps what is there and guesses nothing.`,
        );
      },
    ),

  plan: ({ states, unreadable }) => ({
    changes: states.map(({ keep, options: { organization, secret: name } }) => ({
      target: `${organization}: ${name}`,
      what: "a new value",
      before: `set ${keep.updatedAt ?? "at a time that the service does not tell"}, ${describe(keep)}`,
      after: `set anew, ${describe(keep)} (kept)`,
      keep,
    })),
    skipped: [],
    unreadable,
    notes: [],
  }),

  calls: (changes) => [{ operation: putOrganizationUpdaterSecret, count: changes.length }],

  apply: (run, changes, { states }) =>
    applyEach(run, changes, {
      async apply({ keep }) {
        const [found] = states;
        if (!found) return undefined;
        const { organization, secret, value } = found.options;
        const { call } = await run.connection.forOwner(organization);
        const { key, key_id } = await call(getOrganizationUpdaterPublicKey, { org: organization });
        const answer = await call.raw(putOrganizationUpdaterSecret, {
          org: organization,
          secret_name: secret,
          key_id,
          encrypted_value: sealSecret(value, key),
          // What a PUT leaves out is lost, so what is there goes with it.
          visibility: keep.visibility,
          ...(keep.visibility === "selected" ? { selected_repository_ids: keep.repositories.map(({ id }) => id) } : {}),
        });
        return serviceTime(answer.headers);
      },
      verify: async ({ keep }, at) => {
        const [found] = states;
        return found && difference(keep, await readSecret(run, found.options), at);
      },
    }),
};

function describe({ visibility, repositories }: KeptSecret): string {
  if (visibility !== "selected") return `visible to ${visibility}`;
  return `visible to ${repositories.length === 0 ? "no repository" : repositories.map(({ name }) => name).join(", ")}`;
}

/** What is not as it should be after a rotation; undefined where everything is. */
function difference(kept: KeptSecret, now: KeptSecret | undefined, sent: Date | undefined): string | undefined {
  if (!now) return "the secret was deleted meanwhile";
  const ids = ({ repositories }: KeptSecret) => repositories.map(({ id }) => id).join();
  if (now.visibility !== kept.visibility || ids(now) !== ids(kept)) {
    return `it was ${describe(kept)} before and is ${describe(now)} now`;
  }
  if (now.updatedAt === undefined) return "the service does not tell when its value was last set";
  // Both in whole seconds of the service's clock: set in the second of the answer, or in the one before it at most.
  if (sent && Date.parse(now.updatedAt) < sent.getTime() - 1000) {
    return `its value was last set ${now.updatedAt}, before this run`;
  }
  return undefined;
}

async function readSecret(run: Run, options: Options): Promise<KeptSecret | undefined> {
  const { call, items } = await run.connection.forOwner(options.organization);
  const target = { org: options.organization, secret_name: options.secret };
  const stored = await call(getOrganizationUpdaterSecret, target);
  if (!stored) return undefined;
  const repositories =
    stored.visibility === "selected"
      ? await Array.fromAsync(items(listOrganizationUpdaterSecretRepositories, target))
      : [];
  return {
    visibility: knownVisibility(stored.visibility, options),
    updatedAt: stored.updated_at,
    repositories: repositories.map(({ id, full_name }) => ({ id, name: full_name })).sort((a, b) => a.id - b.id),
  };
}

/** A visibility that a PUT can say again. @throws Problem on one that it can't: the secret is left alone */
function knownVisibility(visibility: string, { organization, secret }: Options): Visibility {
  if (visibility === "all" || visibility === "private" || visibility === "selected") return visibility;
  throw new Problem(
    `${organization}'s secret ${secret} has the visibility ${JSON.stringify(visibility)}, which could not be kept. It was left alone.`,
  );
}
