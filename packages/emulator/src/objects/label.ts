import type { Label } from "../state/labels.ts";
import type { Repository } from "../state/repositories.ts";
import type { World } from "../world.ts";
import { renderSimpleRepository } from "./repository.ts";
import { nodeId } from "./user.ts";

/** A label on an issue or a pull request (document 3, Review requests). */
export function renderLabel(world: World, repository: Repository, label: Label) {
  return {
    id: label.id,
    node_id: nodeId("Label", label.id),
    url: `${renderSimpleRepository(world, repository).url}/labels/${encodeURIComponent(label.name)}`,
    name: label.name,
    description: label.description,
    color: label.color,
    default: label.is_default,
  };
}
