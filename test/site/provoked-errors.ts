import { createServer } from "node:net";
import { type Client, type ClientOptions, createClient, ForgeError } from "@forgehand/core";
import * as operations from "@forgehand/core/operations";
import { readDelivery, signDelivery } from "@forgehand/core/webhooks";
import type { Emulator } from "@forgehand/emulator";

const widgets = { owner: "acme", repo: "widgets" };

/** Functions that cause each documented error, by class; several if it has several causes. */
export const PROVOCATIONS: Readonly<Record<string, readonly ((emulator: Emulator) => Promise<unknown>)[]>> = {
  InputError: [
    (emulator) =>
      clientFor(emulator, "alice").call(operations.createRepositoryVariable, { ...widgets, name: "1ST", value: "" }),
  ],
  AuthenticationError: [
    (emulator) => clientFor(emulator, "alice", { credentials: "ghp_revoked" }).call(operations.getAuthenticatedUser),
  ],
  PermissionError: [
    (emulator) =>
      clientFor(emulator, "alice-fine-grained").call(operations.setSubscription, { ...widgets, subscribed: true }),
    (emulator) =>
      clientFor(emulator, "mallory").call(operations.getRepositoryActionsSecret, {
        owner: "acme",
        repo: "gears",
        secret_name: "DEPLOY_KEY",
      }),
    async (emulator) => {
      const scoped = { kind: "classic", user: "alice", scopes: ["public_repo"] };
      const token = emulator.control.createToken("public", scoped);
      await clientFor(emulator, "alice", { credentials: token }).call(operations.checkStar, {
        owner: "acme",
        repo: "gears",
      });
    },
    (emulator) => clientFor(emulator, "bob").call(operations.listRepositoryHooks, widgets),
  ],
  NotFoundError: [
    (emulator) => clientFor(emulator, "mallory").call(operations.getRepository, { owner: "acme", repo: "gears" }),
  ],
  ConflictError: [
    async (emulator) => {
      const { call } = clientFor(emulator, "alice");
      const stage = { ...widgets, name: "STAGE", value: "blue" };
      await call(operations.createRepositoryVariable, stage);
      await call(operations.createRepositoryVariable, stage);
    },
  ],
  ValidationError: [
    (emulator) =>
      clientFor(emulator, "alice").call(operations.requestReviewers, {
        ...widgets,
        pull_number: 1,
        reviewers: ["mallory"],
      }),
  ],
  RateLimitError: [
    async (emulator) => {
      emulator.control.faults.add({
        status: 429,
        headers: { "retry-after": "60" },
        message: "You have exceeded a secondary rate limit.",
      });
      await clientFor(emulator, "alice", { pace: { maxWait: 0 } }).call(operations.starRepository, widgets);
    },
  ],
  GoneError: [(emulator) => clientFor(emulator, "alice").call(operations.getImport, widgets)],
  ServiceError: [
    async (emulator) => {
      emulator.control.faults.add({ operation: "createRepositoryVariable", status: 502, message: "Server Error" });
      const stage = { ...widgets, name: "STAGE", value: "blue" };
      await clientFor(emulator, "alice", { retry: false }).call(operations.createRepositoryVariable, stage);
    },
  ],
  ConnectionError: [
    async (emulator) => {
      const baseUrl = await unusedAddress();
      await clientFor(emulator, "alice", { baseUrl, retry: false }).call(operations.getAuthenticatedUser);
    },
    async (emulator) => {
      emulator.control.faults.add({ operation: "createRepositoryVariable", cut: "connection", executed: true });
      const stage = { ...widgets, name: "STAGE", value: "blue" };
      await clientFor(emulator, "alice", { retry: false }).call(operations.createRepositoryVariable, stage);
    },
  ],
  ResponseError: [
    (emulator) => clientFor(emulator, "alice", { baseUrl: emulator.webUrl }).call(operations.getRepository, widgets),
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

function clientFor(emulator: Emulator, token: string, options: Partial<ClientOptions> = {}): Client {
  return createClient({ baseUrl: emulator.apiUrl, credentials: emulator.tokens[token] ?? "", ...options });
}

/** Returns an address on which nothing listens any more. */
function unusedAddress(): Promise<string> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" ? address?.port : undefined;
      server.close(() => resolve(`http://127.0.0.1:${port}`));
    });
  });
}

/**
 * Returns the error with which a function rejects.
 * @throws Error if it is not an error of the package
 */
export async function errorOf(provoke: () => Promise<unknown>): Promise<ForgeError> {
  const error: unknown = await provoke().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ForgeError))
    throw new Error(`The call must fail with an error of the package, got ${String(error)}`);
  return error;
}
