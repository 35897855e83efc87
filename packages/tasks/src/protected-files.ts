import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  type Stats,
  statfsSync,
  statSync,
} from "node:fs";
import { join, sep } from "node:path";
import type { Environment } from "./host.ts";

/** Numbers by which Linux identifies /proc and /sys, wherever they are mounted. */
const KERNEL_FILE_SYSTEMS: readonly number[] = [0x9fa0, 0x6265_6572];

/** Paths of the kernel's files and of open files, on all systems. */
const KERNEL_PATH = /^\/(?:proc|sys|dev\/(?:fd|stdin|stdout|stderr))(?:\/|$)/;

/** Folder where Linux links the open files of this process. */
const OPEN_FILES = join(sep, "proc", "self", "fd");

/** Files with credentials: of a checkout, and of the runner. Some file systems ignore the case of names. */
const CREDENTIAL_PATH =
  /\/(?:\.git|_runner_file_commands|_diag)\/|\/(?:\.credentials(?:_rsaparams)?|\.runner|\.git-credentials|git-credentials-[^/]*\.config)$/i;

/** Files through which a step passes data to the runner. */
const COMMAND_FILES = ["GITHUB_ENV", "GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_STATE", "GITHUB_STEP_SUMMARY"];

/** Result of reading a file. `problem` is the rest of a sentence that begins with the file's name. */
export type FileReading =
  | { readonly bytes: Buffer }
  | { readonly problem: string }
  /** The file was not read completely. */
  | { readonly tooLarge: number };

/**
 * Reads a file, unless it shows the processes of this machine, or belongs to the runner or to Git. The file is opened
 * once and checked afterwards, because its path can be changed to name another file at any time.
 * @param path absolute path
 * @throws Error of the platform if the file can't be read
 */
export function readUnprotectedFile(path: string, environment: Environment, maxBytes: number): FileReading {
  if (KERNEL_PATH.test(path)) return { problem: KERNEL_REASON };
  // Opening a device can have effects. What is opened is checked again.
  const found = statSync(path);
  if (!isOrdinary(found)) return { problem: KIND_REASON };
  // Opening a pipe would wait for its writer.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const problem = protectedReason(file, path, environment);
    return problem === undefined ? readOpenFile(file, maxBytes) : { problem };
  } finally {
    closeSync(file);
  }
}

const KERNEL_REASON = "is a file of the operating system, which can contain credentials";
const KIND_REASON = "is not a regular file";
const CHANGED_REASON = "was changed while it was being read";

const isOrdinary = (status: Stats) => status.isFile() || status.isDirectory();

function protectedReason(file: number, path: string, environment: Environment): string | undefined {
  const status = fstatSync(file);
  const realPath = pathOfOpenFile(file, status, path);
  if (realPath === undefined) return CHANGED_REASON;
  if (KERNEL_PATH.test(realPath) || isOfKernel(file)) return KERNEL_REASON;
  if (!isOrdinary(status)) return KIND_REASON;
  const isCommandFile = COMMAND_FILES.some((name) => isSameFile(environment[name], realPath));
  if (isCommandFile || CREDENTIAL_PATH.test(realPath.split(sep).join("/")))
    return "belongs to the runner or to Git, and can contain credentials";
  return undefined;
}

/** Returns the real path of an open file; undefined if it no longer has one. */
function pathOfOpenFile(file: number, { dev, ino, nlink }: Stats, path: string): string | undefined {
  if (process.platform === "linux") return nlink === 0 ? undefined : readlinkSync(join(OPEN_FILES, String(file)));
  const realPath = realpathSync.native(path);
  const named = statSync(realPath);
  return named.dev === dev && named.ino === ino ? realPath : undefined;
}

function readOpenFile(file: number, maxBytes: number): FileReading {
  const status = fstatSync(file);
  const { size } = status;
  // Reading a folder throws.
  if (status.isFile() && size > maxBytes) return { tooLarge: size };
  const buffer = Buffer.alloc(size + 1);
  let length = 0;
  for (let count = -1; count !== 0 && length < buffer.length; length += count) {
    count = readSync(file, buffer, length, buffer.length - length, null);
  }
  return length > size ? { problem: CHANGED_REASON } : { bytes: buffer.subarray(0, length) };
}

function isOfKernel(file: number): boolean {
  return process.platform === "linux" && KERNEL_FILE_SYSTEMS.includes(statfsSync(join(OPEN_FILES, String(file))).type);
}

function isSameFile(path: string | undefined, realPath: string): boolean {
  if (!path) return false;
  try {
    return realpathSync.native(path) === realPath;
  } catch {
    return false;
  }
}
