import { describe, expect, test } from "vitest";
import { commandEnvironment, hasCredential } from "./command-environment.ts";

const ENVIRONMENT = {
  PATH: "/bin",
  VAULT_ADDR: "https://vault.example",
  INPUT_TOKEN: "ghp_0123456789",
  "INPUT_STATE-TOKEN": " ghp_of_the_state ",
  input_value: "new",
  ACTIONS_RUNTIME_TOKEN: "runtime.token",
  ACTIONS_ID_TOKEN_REQUEST_URL: "https://issuer.example/token",
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: "request.token",
  GH_TOKEN: "ghp_0123456789",
  COPY: "ghp_of_the_state\n",
  RUNTIME_COPY: "runtime.token",
};

const STEP = {
  environment: ENVIRONMENT,
  credentials: ["ghp_0123456789", " ghp_of_the_state ", "runtime.token", "request.token"],
};

describe("the environment of commands", () => {
  test("contains no inputs, and no credentials of the step or the runner under any name", () => {
    expect(commandEnvironment(STEP, false)).toEqual({ PATH: "/bin", VAULT_ADDR: "https://vault.example" });
  });

  test("contains what is needed to request identity tokens only if that is allowed", () => {
    const { ACTIONS_ID_TOKEN_REQUEST_URL, ACTIONS_ID_TOKEN_REQUEST_TOKEN } = ENVIRONMENT;
    expect(commandEnvironment(STEP, true)).toEqual({
      PATH: "/bin",
      VAULT_ADDR: "https://vault.example",
      ACTIONS_ID_TOKEN_REQUEST_URL,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN,
    });
  });
});

describe("arguments of commands", () => {
  test("must not contain credentials of the step or the runner", () => {
    for (const credential of ["ghp_0123456789", "ghp_of_the_state", "runtime.token", "request.token"]) {
      expect(hasCredential(["vault", `--header=Authorization: ${credential}`], STEP)).toBe(true);
    }
    expect(hasCredential(["vault", "kv", "get", "new"], STEP)).toBe(false);
  });
});
