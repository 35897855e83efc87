import type { Runner, RunnerLabel } from "../state/runners.ts";

/** A self-hosted runner (document 2, Self-hosted runner). */
export function renderRunner(runner: Runner) {
  const { id, name, os, status, busy, labels, ephemeral, version } = runner;
  return { id, runner_group_id: runner.group_id, name, os, status, busy, labels, ephemeral, version };
}

/** The labels of a runner, all of them whatever was asked for (document 2). */
export function renderLabels({ labels }: { readonly labels: RunnerLabel[] }) {
  return { total_count: labels.length, labels };
}
