import { type AnyEvent, defOf, describeIssue, payloadSchema } from "@forgehand/core/contract";
import * as z from "zod/mini";
import { readCommit } from "../../git/commit.ts";
import { personOf } from "../../git/person.ts";
import { standInFor } from "../../git/stand-in.ts";
import { nodeId, renderUser } from "../../objects/user.ts";
import { findRef } from "../../state/git.ts";
import { fullNameOf } from "../../state/repositories.ts";
import { timestamp } from "../../timestamp.ts";
import type { World } from "../../world.ts";
import { commonPayload, organizationPayload } from "../events/payload.ts";
import { saidBy } from "./actions.ts";
import { factsOf } from "./facts.ts";
import { realObject } from "./objects.ts";
import { type Fields, filled, type Maker, merged } from "./sample.ts";
import type { SampleScene } from "./scene.ts";
import { isTold, type SampleGround, sampleNumber, sampleTexts } from "./values.ts";

/** What every event carries that happens there. */
function commonAt(world: World, scene: SampleScene): Fields {
  const { account, repository, installation, sender, hook } = scene;
  const told =
    hook?.owner.kind === "app" && installation
      ? { installation: { id: installation.id, node_id: nodeId("Installation", installation.id) } }
      : {};
  if (repository) return { ...commonPayload(world, repository, sender), ...told };
  if (account.type === "Organization") return { ...organizationPayload(world, account, sender), ...told };
  return { sender: renderUser(world, sender), ...told };
}

/** What every event carries, and what is given: of an event that the contract leaves open, or an action that is new. */
export function openPayload(world: World, action: string | null, scene: SampleScene, given: Fields): Fields {
  return merged({ ...(action === null ? {} : { action }), ...commonAt(world, scene) }, given);
}

/**
 * The payload of an event: what is given is kept, what must be there beside is what the state has, and else made up.
 * @throws RangeError where what is given doesn't fit
 */
export function samplePayload(
  world: World,
  event: AnyEvent,
  action: string | null,
  scene: SampleScene,
  given: Fields,
): Fields {
  const ground = groundOf(world, scene);
  const maker: Maker = {
    object: (names, said, place) => realObject(world, scene, names, said, place),
    texts: (place) => sampleTexts(ground, place),
    number: sampleNumber,
    tells: isTold,
  };
  const facts = factsOf(world, event.name, scene, given);
  const said = saidBy(event.name, action, ground);
  const known = [facts, said, given].reduce(merged, {
    ...(action === null ? {} : { action }),
    ...commonAt(world, scene),
  });
  return heldAgainst(payloadSchema(event, action), filled(payloadSchema(event, action), known, maker));
}

const Payload = z.looseObject({});

/** @throws RangeError that says which field doesn't fit */
export function heldAgainst(schema: z.ZodMiniType, payload: unknown): Fields {
  const held = z.safeParse(schema, payload);
  const [issue] = held.error?.issues ?? [];
  if (!issue) return z.parse(Payload, payload);
  const { at, problem } = describeIssue(issue, payload, "payload");
  throw new RangeError(`${at === "payload" ? "" : "payload."}${at} ${problem}.`);
}

/** Must every event carry this field? */
export function mustCarry(schema: z.ZodMiniType, field: "repository" | "organization"): boolean {
  const def = defOf(schema);
  const inner = def.type === "object" ? def.shape[field] : undefined;
  return inner !== undefined && inner._zod.optin !== "optional";
}

/** What made-up things lie at and point to. */
function groundOf(world: World, { account, repository, sender }: SampleScene): SampleGround {
  const { db, apiUrl, webUrl } = world;
  const branch = repository?.default_branch ?? "main";
  const store = { db, repositoryId: repository?.id ?? 0 };
  const head = findRef(store, `refs/heads/${branch}`);
  const parent = head === undefined ? undefined : readCommit(store, head).parents[0];
  return {
    now: timestamp(world.now()),
    apiUrl: repository ? `${apiUrl}/repos/${fullNameOf(db, repository)}` : `${apiUrl}/orgs/${account.login}`,
    htmlUrl: repository ? `${webUrl}/${fullNameOf(db, repository)}` : `${webUrl}/${account.login}`,
    ...{ branch, sha: head ?? standInFor(store.repositoryId, branch), login: sender.login },
    before: parent ?? standInFor(store.repositoryId, `${branch} before`),
    email: personOf(sender).email,
  };
}
