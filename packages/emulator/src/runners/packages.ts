import { createHash } from "node:crypto";
import { tarGz } from "../archives/tar.ts";
import { zip } from "../archives/zip.ts";
import { RUNNER_TOKEN_LIFETIME } from "../state/runners.ts";
import { isTimely, timedLink } from "../timed-link.ts";
import type { World } from "../world.ts";

// The programs of self-hosted runners (document 2, Self-hosted runner). This service has none to give away: its packages
// are whole, but hold no more than a note that says so.

export const RUNNER_VERSION = "2.331.0";

interface RunnerPackage {
  readonly os: string;
  readonly architecture: string;
}

/** The systems that there is a package for. */
export const RUNNER_PACKAGES: readonly RunnerPackage[] = [
  ...[{ os: "osx", architecture: "x64" }],
  ...[{ os: "osx", architecture: "arm64" }],
  ...[{ os: "linux", architecture: "x64" }],
  ...[{ os: "linux", architecture: "arm" }],
  ...[{ os: "linux", architecture: "arm64" }],
  ...[{ os: "win", architecture: "x64" }],
  ...[{ os: "win", architecture: "arm64" }],
];

const suffixOf = ({ os }: RunnerPackage) => (os === "win" ? "zip" : "tar.gz");
const fileNameOf = (told: RunnerPackage) =>
  `actions-runner-${told.os}-${told.architecture}-${RUNNER_VERSION}.${suffixOf(told)}`;
const pathOf = (told: RunnerPackage) => `/_services/runners/v${RUNNER_VERSION}/${fileNameOf(told)}`;

function contentOf(told: RunnerPackage): Uint8Array<ArrayBuffer> {
  const text = `A runner ${RUNNER_VERSION} for ${told.os}-${told.architecture}, from an emulated service: there is no program in it.\n`;
  const files = [{ name: "README.txt", content: Buffer.from(text) }];
  return suffixOf(told) === "zip" ? zip(files) : tarGz(files);
}

/** A package as the list of downloads names it. */
export function renderPackage(world: World, told: RunnerPackage) {
  const { os, architecture } = told;
  const token = new URL(timedLink(world, pathOf(told), RUNNER_TOKEN_LIFETIME)).search.slice(1);
  return {
    ...{ os, architecture, download_url: `${world.webUrl}${pathOf(told)}`, filename: fileNameOf(told) },
    temp_download_token: Buffer.from(token).toString("base64url"),
    sha256_checksum: createHash("sha256").update(contentOf(told)).digest("hex"),
  };
}

/** `/_services/runners/...`: a package, for anybody; a token that comes along must be good. Undefined: there is none. */
export function runnerPackage(world: World, request: Request): Response | undefined {
  const url = new URL(request.url);
  const told = RUNNER_PACKAGES.find((one) => pathOf(one) === url.pathname);
  if (!told) return undefined;
  const [, token] = /^Bearer (.+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  if (token !== undefined) {
    const link = new URL(`${url.pathname}?${Buffer.from(token, "base64url")}`, url.origin);
    if (!isTimely(world, link)) return new Response("The token is not good for this package.", { status: 401 });
  }
  return new Response(contentOf(told), { headers: { "content-type": "application/octet-stream" } });
}
