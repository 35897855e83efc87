import type { Runner, RunnerLabel } from "../state/runners.ts";

/** Renders a self-hosted runner. */
export function renderRunner(runner: Runner) {
  const { id, name, os, status, busy, labels, ephemeral, version } = runner;
  return { id, runner_group_id: runner.group_id, name, os, status, busy, labels, ephemeral, version };
}

export function renderLabels({ labels }: { readonly labels: RunnerLabel[] }) {
  return { total_count: labels.length, labels };
}
