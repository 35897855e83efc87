import type { EmulatorContext } from "../emulator-context.ts";
import type { Label } from "../state/labels.ts";
import type { Repository } from "../state/repositories.ts";
import { renderSimpleRepository } from "./repository.ts";
import { nodeId } from "./user.ts";

export function renderLabel(context: EmulatorContext, repository: Repository, label: Label) {
  return {
    id: label.id,
    node_id: nodeId("Label", label.id),
    url: `${renderSimpleRepository(context, repository).url}/labels/${encodeURIComponent(label.name)}`,
    name: label.name,
    description: label.description,
    color: label.color,
    default: label.is_default,
  };
}
