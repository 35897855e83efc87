import { operation, TOKEN_KINDS } from "@forgehand/core/contract";
import * as z from "zod/mini";
import type { Handler } from "../http/handler.ts";
import { NOT_EMULATED_HEADER } from "../http/not-emulated.ts";
import { GRAPHQL_PATH } from "../http/request-target.ts";
import { HttpError } from "../http-error.ts";

const GraphqlRequest = z.object({
  query: z.string(),
  operationName: z.nullish(z.string()),
  variables: z.nullish(z.record(z.string(), z.unknown())),
});

const queryGraphql = operation(`POST ${GRAPHQL_PATH}`, () => ({
  body: GraphqlRequest,
  success: { 200: z.looseObject({}) },
  access: { tokens: TOKEN_KINDS.filter((kind) => kind !== "anonymous"), requirements: [[]] },
  retry: "never",
  pace: { cost: 1, resource: "graphql" },
}));

/**
 * Creates the GraphQL endpoint, which isn't part of the contract, because that describes the REST API. The schema is
 * loaded at the first query.
 * @param handlers handlers of the operations that mutations run
 */
export function createGraphql(handlers: readonly Handler[]): Handler {
  return {
    operation: queryGraphql,
    respond: async (input: z.output<typeof GraphqlRequest>, call) => {
      const { executeQuery } = await import("./execute.ts");
      const { body, isNotEmulated } = await executeQuery({ call, handlers }, input);
      if (!isNotEmulated) return body;
      const message = body.errors?.[0]?.message ?? "";
      // Clients of GraphQL expect errors in responses with status 200.
      throw new HttpError(200, message, undefined, { [NOT_EMULATED_HEADER]: "not-emulated" }, { ...body });
    },
  };
}
