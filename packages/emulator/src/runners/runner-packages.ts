import { createHash } from "node:crypto";
import { tarGz } from "../archives/tar.ts";
import { zip } from "../archives/zip.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import { expiringLink, isLinkValid } from "../expiring-link.ts";
import { RUNNER_TOKEN_LIFETIME } from "../state/runners.ts";

// Downloads of the self-hosted runner. The emulator's packages are valid archives that contain only a README.

export const RUNNER_VERSION = "2.331.0";

interface RunnerPackage {
  readonly os: string;
  readonly architecture: string;
}

/** The platforms that have a package. */
export const RUNNER_PACKAGES: readonly RunnerPackage[] = [
  { os: "osx", architecture: "x64" },
  { os: "osx", architecture: "arm64" },
  { os: "linux", architecture: "x64" },
  { os: "linux", architecture: "arm" },
  { os: "linux", architecture: "arm64" },
  { os: "win", architecture: "x64" },
  { os: "win", architecture: "arm64" },
];

const extensionOf = ({ os }: RunnerPackage) => (os === "win" ? "zip" : "tar.gz");
const fileNameOf = (target: RunnerPackage) =>
  `actions-runner-${target.os}-${target.architecture}-${RUNNER_VERSION}.${extensionOf(target)}`;
const pathOf = (target: RunnerPackage) => `/_services/runners/v${RUNNER_VERSION}/${fileNameOf(target)}`;

function contentOf(target: RunnerPackage): Uint8Array<ArrayBuffer> {
  const text = `Runner ${RUNNER_VERSION} for ${target.os}-${target.architecture} from the emulator. This package contains no program.\n`;
  const files = [{ name: "README.txt", content: Buffer.from(text) }];
  return extensionOf(target) === "zip" ? zip(files) : tarGz(files);
}

/** Renders a package as an entry of the list of downloads. */
export function renderRunnerPackage(context: EmulatorContext, target: RunnerPackage) {
  const { os, architecture } = target;
  const token = new URL(expiringLink(context, pathOf(target), RUNNER_TOKEN_LIFETIME)).search.slice(1);
  return {
    os,
    architecture,
    download_url: `${context.webUrl}${pathOf(target)}`,
    filename: fileNameOf(target),
    temp_download_token: Buffer.from(token).toString("base64url"),
    sha256_checksum: createHash("sha256").update(contentOf(target)).digest("hex"),
  };
}

/**
 * Serves `/_services/runners/...`: a package, without authentication. A token is optional but must be valid. Returns
 * undefined if there is no such package.
 */
export function serveRunnerPackage(context: EmulatorContext, request: Request): Response | undefined {
  const url = new URL(request.url);
  const target = RUNNER_PACKAGES.find((candidate) => pathOf(candidate) === url.pathname);
  if (!target) return undefined;
  const [, token] = /^Bearer (.+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  if (token !== undefined) {
    const link = new URL(`${url.pathname}?${Buffer.from(token, "base64url")}`, url.origin);
    if (!isLinkValid(context, link)) return new Response("The token is invalid for this package.", { status: 401 });
  }
  return new Response(contentOf(target), { headers: { "content-type": "application/octet-stream" } });
}
