import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRemoteJWKSet, jwtVerify } from "jose";
import { expect, test as plain } from "vitest";
import { startEmulator } from "../emulator.ts";
import type { Emulator } from "../public.ts";
import { test } from "../vitest.ts";
import { ID_TOKEN, requestIdToken, sendTokenRequest } from "./id-token.fixture.ts";

const keysOf = ({ webUrl }: Emulator) => createRemoteJWKSet(new URL(`${webUrl}/_services/token/.well-known/jwks`));
const JOB = { repository: "acme/widgets", permissions: ID_TOKEN };

plain("an emulator restarted with its data file keeps the issuer key and the jobs", async () => {
  const folder = await mkdtemp(join(tmpdir(), "forgehand-oidc-"));
  const data = join(folder, "state.sqlite");
  try {
    const first = await startEmulator({ data });
    const job = first.control.startJob(JOB);
    const token = await requestIdToken(job);
    const port = Number(new URL(first.webUrl).port);
    await first.stop();
    const second = await startEmulator({ data, port });
    const issuer = `${second.webUrl}/_services/token`;
    await jwtVerify(token, keysOf(second), { issuer });
    await jwtVerify(await requestIdToken(job), keysOf(second), { issuer });
    await second.stop();
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("restoring a snapshot restores the key and the jobs", async ({ emulator }) => {
  const { control } = emulator;
  const job = control.startJob(JOB);
  const token = await requestIdToken(job);
  const snapshot = control.snapshot();
  await control.reset();
  expect((await sendTokenRequest(job)).status).toBe(401);
  await expect(jwtVerify(token, keysOf(emulator))).rejects.toThrow("no applicable key");
  await control.restore(snapshot);
  await jwtVerify(token, keysOf(emulator));
  await jwtVerify(await requestIdToken(job), keysOf(emulator));
});
