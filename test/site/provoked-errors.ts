import { createServer } from "node:net";
import { type Client, type ClientOptions, createClient, ForgeError } from "@forgehand/core";
import * as operations from "@forgehand/core/operations";
import { readDelivery, signDelivery } from "@forgehand/core/webhooks";
import type { Emulator } from "@forgehand/emulator";

const widgets = { owner: "acme", repo: "widgets" };

/** How each error of the documents is brought about, by its class; where it comes in several ways, each. */
export const PROVOCATIONS: Readonly<Record<string, readonly ((emulator: Emulator) => Promise<unknown>)[]>> = {
  InputError: [
    (emulator) =>
      as(emulator, "alice").call(operations.createRepositoryVariable, { ...widgets, name: "1ST", value: "" }),
  ],
  AuthenticationError: [
    (emulator) => as(emulator, "alice", { credentials: "ghp_revoked" }).call(operations.getAuthenticatedUser),
  ],
  PermissionError: [
    (emulator) => as(emulator, "alice-fine-grained").call(operations.setSubscription, { ...widgets, subscribed: true }),
    (emulator) => as(emulator, "bob").call(operations.listRepositoryHooks, widgets),
  ],
  NotFoundError: [
    (emulator) => as(emulator, "mallory").call(operations.getRepository, { owner: "acme", repo: "gears" }),
  ],
  ConflictError: [
    async (emulator) => {
      const { call } = as(emulator, "alice");
      const stage = { ...widgets, name: "STAGE", value: "blue" };
      await call(operations.createRepositoryVariable, stage);
      await call(operations.createRepositoryVariable, stage);
    },
  ],
  ValidationError: [
    (emulator) =>
      as(emulator, "alice").call(operations.requestReviewers, { ...widgets, pull_number: 1, reviewers: ["mallory"] }),
  ],
  RateLimitError: [
    async (emulator) => {
      emulator.control.faults.add({
        status: 429,
        headers: { "retry-after": "60" },
        message: "You have exceeded a secondary rate limit.",
      });
      await as(emulator, "alice", { pace: { maxWait: 0 } }).call(operations.starRepository, widgets);
    },
  ],
  GoneError: [(emulator) => as(emulator, "alice").call(operations.getImport, widgets)],
  ServiceError: [
    async (emulator) => {
      emulator.control.faults.add({ operation: "createRepositoryVariable", status: 502, message: "Server Error" });
      const stage = { ...widgets, name: "STAGE", value: "blue" };
      await as(emulator, "alice", { retry: false }).call(operations.createRepositoryVariable, stage);
    },
  ],
  ConnectionError: [
    async (emulator) => {
      const baseUrl = await addressOfNobody();
      await as(emulator, "alice", { baseUrl, retry: false }).call(operations.getAuthenticatedUser);
    },
    async (emulator) => {
      emulator.control.faults.add({ operation: "createRepositoryVariable", cut: "connection", executed: true });
      const stage = { ...widgets, name: "STAGE", value: "blue" };
      await as(emulator, "alice", { retry: false }).call(operations.createRepositoryVariable, stage);
    },
  ],
  ResponseError: [
    (emulator) => as(emulator, "alice", { baseUrl: emulator.webUrl }).call(operations.getRepository, widgets),
  ],
  DeliveryError: [
    async () => {
      const delivery = await signDelivery({ event: "fork", payload: { forkee: { id: 1 } }, secret: "another secret" });
      await readDelivery(new Request("https://hooks.acme.example/forge", delivery), {
        secrets: "the webhook's secret",
      });
    },
  ],
};

function as(emulator: Emulator, token: string, options: Partial<ClientOptions> = {}): Client {
  return createClient({ baseUrl: emulator.apiUrl, credentials: emulator.tokens[token] ?? "", ...options });
}

/** An address that somebody had, and nobody has any more. */
function addressOfNobody(): Promise<string> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" ? address?.port : undefined;
      server.close(() => resolve(`http://127.0.0.1:${port}`));
    });
  });
}

/** The error that something ends in. @throws Error where it ends in none of the package's own */
export async function errorOf(provoke: () => Promise<unknown>): Promise<ForgeError> {
  const error: unknown = await provoke().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ForgeError)) throw new Error(`No error of the package came: ${String(error)}`);
  return error;
}
