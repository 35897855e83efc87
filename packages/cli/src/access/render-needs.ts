import type { AnyOperation, Role, TokenKind } from "@forgehand/core/contract";
import { wrapLines } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { AccessNeeds } from "./access-needs.ts";

const KIND_NAMES: Readonly<Record<TokenKind, string>> = {
  classic: "classic token",
  oauth: "OAuth token",
  "fine-grained": "fine-grained token",
  "user-access": "app's user token",
  installation: "app installation's token",
  workflow: "workflow's built-in token",
  app: "app's own JWT",
  anonymous: "no token",
};

const ROLE_NAMES: Readonly<Record<Role, string>> = {
  collaborator: "a collaborator of the repository",
  push: "a collaborator with push access",
  "repository-admin": "an administrator of the repository",
  "organization-member": "a member of the organization",
  "organization-owner": "an owner of the organization",
  "billing-manager": "a billing manager",
  "security-manager": "a security manager",
  "enterprise-member": "a member of the enterprise",
  "enterprise-owner": "an owner of the enterprise",
};

/** Maximum number of operations that are named as a reason. */
const MAX_NAMED = 3;

/** Renders what each kind of token needs, as lines. */
export function renderNeeds(
  groups: readonly AccessNeeds[],
  nameOf: (operation: AnyOperation) => string,
  { style, columns = 100 }: Pick<Terminal, "style" | "columns">,
): readonly string[] {
  const list = (operations: readonly AnyOperation[]) => {
    const more = operations.length > MAX_NAMED ? ` and ${operations.length - MAX_NAMED} more` : "";
    return `${operations.slice(0, MAX_NAMED).map(nameOf).join(", ")}${more}`;
  };
  return groups.flatMap(({ tokens, needs, impossible, undocumented, roles }) => {
    const title = tokens.map((kind) => KIND_NAMES[kind]).join(", ");
    const lines =
      impossible.length > 0
        ? [`not possible: ${list(impossible)}`]
        : [
            ...(needs.length === 0 ? ["no particular scope or permission"] : needs),
            ...(undocumented.length === 0 ? [] : [`not documented: ${list(undocumented)}`]),
            ...(roles.length === 0 ? [] : [`its owner must be ${roles.map((role) => ROLE_NAMES[role]).join(" or ")}`]),
          ];
    const isPossible = impossible.length === 0;
    return [
      style(isPossible ? "added" : "muted", `  ${capitalize(title)}`),
      ...lines
        .flatMap((line) => wrapLines(line, columns - 4))
        .map((line) => `    ${isPossible ? line : style("muted", line)}`),
    ];
  });
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
