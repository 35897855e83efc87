// Each mistake must be an error with no other compiler option than `strict`: an unused `@ts-expect-error` is one, too.
import {
  createClient,
  type Item,
  isOneOf,
  isServiceError,
  type Output,
  pickFields,
  unknownField,
} from "@forgehand/core";
import { leanClient } from "@forgehand/core/lean";
import { createNamespacedClient } from "@forgehand/core/namespaced-client";
import { getContents } from "@forgehand/core/operations/contents";
import { listPullRequests } from "@forgehand/core/operations/pull-requests";
import { getRepository } from "@forgehand/core/operations/repositories";
import { getOrganizationActionsSecret, listRepositoryActionsSecrets } from "@forgehand/core/operations/secrets";
import { listStargazers, listStarredRepositories } from "@forgehand/core/operations/starring";
import { setSubscription } from "@forgehand/core/operations/watching";
import { createReceiver } from "@forgehand/core/webhooks";

const options = { baseUrl: "https://api.github.com", credentials: "token" };
const { call, items, pages, request } = createClient({
  ...options,
  onEvent(event) {
    // @ts-expect-error the name of an event
    if (event.type === "mismach") console.log(event);
  },
});
const widgets = { owner: "acme", repo: "widgets" };

/** Is compiled, not run. */
export async function typos() {
  const repository = await call(getRepository, widgets);
  // @ts-expect-error a field of an output
  console.log(repository.archvied);
  // @ts-expect-error a field of an object in an output
  console.log(repository.owner.lgoin);
  // @ts-expect-error an optional field of an object in an output
  console.log(repository.permissions?.amdin);
  for (const pull of await call(listPullRequests, widgets)) {
    // @ts-expect-error a field of an object in a list
    console.log(pull.head.reff);
    // @ts-expect-error a field of an object in a list in a list
    console.log(pull.requested_reviewers?.[0]?.logn);
  }
  for await (const secret of items(listRepositoryActionsSecrets, widgets)) {
    // @ts-expect-error a field of an item
    console.log(secret.updatedAt);
  }
  type Secret = Item<Output<typeof listRepositoryActionsSecrets>>;
  // @ts-expect-error a field of a type
  console.log({} as Secret["nane"]);

  // @ts-expect-error a field of the input
  await call(setSubscription, { ...widgets, subscribe: true });
  // @ts-expect-error a field of the input of a list
  await items(listRepositoryActionsSecrets, { ...widgets, perpage: 100 }).all();
  // @ts-expect-error a value of the input
  await call(listPullRequests, { ...widgets, state: "merged" });
  // @ts-expect-error an option of a call
  await call(getRepository, widgets, { signl: AbortSignal.timeout(1000) });
  // @ts-expect-error an option of a list
  await pages(listPullRequests, widgets, { maxPage: 1 }).all();
  // @ts-expect-error an option of a call without a contract
  await request("POST /x", {}, { pace: { createContent: true } });
  // @ts-expect-error a media type
  await call(getContents, { ...widgets, path: "x" }, { mediaType: "rwa" });
  // @ts-expect-error a media type of another operation
  await call(getRepository, widgets, { mediaType: "raw" });
  // @ts-expect-error an operation that returns no list
  await items(getRepository, widgets).all();
  // @ts-expect-error a field of a selection
  pickFields(getRepository, { ful_name: true });
  // @ts-expect-error a selected field, next to a valid one
  pickFields(getRepository, { full_name: true, ful_name: true });
  // @ts-expect-error a selected field of an object, next to a valid one
  pickFields(getRepository, { full_name: true, owner: { login: true, lgoin: true } });
  const secret = await call(getOrganizationActionsSecret, { org: "acme", secret_name: "KEY" });
  // @ts-expect-error a value of an open enum
  if (secret) isOneOf(secret.visibility, "privat");
  // @ts-expect-error a field that was not selected
  console.log((await call(pickFields(getRepository, { name: true }), widgets)).full_name);
  // @ts-expect-error the type of a field that the contract lacks
  unknownField(repository, "new_field").toFixed();

  // @ts-expect-error an option of a client
  createClient({ ...options, credential: "token" });
  // @ts-expect-error a value of an option
  createClient({ ...options, validation: "wran" });
  // @ts-expect-error an option of a lean client
  leanClient({ ...options, token: "x" });
  // @ts-expect-error an operation of a namespaced client
  createNamespacedClient(options).watching.setSubscriptions;
  // @ts-expect-error an operation that returns no list
  createNamespacedClient(options).repositories.getRepository.items;
  await call(getRepository, widgets).catch((error: unknown) => {
    // @ts-expect-error a field of an error
    if (isServiceError(error)) console.log(error.outcom);
  });
  createReceiver({
    secrets: "s",
    on: {
      star: ({ payload }) => {
        // @ts-expect-error a field of a payload
        console.log(payload.repository.fullName);
      },
    },
  });
  // @ts-expect-error an event
  createReceiver({ secrets: "s", on: { starr: () => undefined } });
}

/** The same without mistakes, so that none of the errors above has another cause. */
export async function correct() {
  const repository = await call(getRepository, widgets);
  console.log(repository.archived, repository.owner.login, repository.permissions?.admin);
  console.log(unknownField(repository, "new_field"));
  for (const pull of await call(listPullRequests, { ...widgets, state: "closed" }, { maxWait: 0 }))
    console.log(pull.head.ref, pull.requested_reviewers?.[0]?.login);
  for await (const { updated_at } of items(listRepositoryActionsSecrets, { ...widgets, per_page: 100 }))
    console.log(updated_at);
  const secret = await call(getOrganizationActionsSecret, { org: "acme", secret_name: "KEY" });
  if (secret && isOneOf(secret.visibility, "private", "selected")) console.log(secret.visibility);
  const bytes: Uint8Array = await call(getContents, { ...widgets, path: "x" }, { mediaType: "raw" });
  const starred = await items(listStarredRepositories, {}, { mediaType: "star", maxPages: 1 }).all();
  console.log(bytes.length, starred[0]?.starred_at, starred[0]?.repo.full_name);
  console.log((await call(pickFields(getRepository, { name: true }), widgets)).name);
  console.log(await createNamespacedClient(options).watching.setSubscription({ ...widgets, subscribed: true }));
  for await (const { login } of createNamespacedClient(options).starring.listStargazers.items(widgets))
    console.log(login);
  for await (const { login } of leanClient(options).items(listStargazers, widgets)) console.log(login);
}
