import { labelEvent } from "../deliveries/events/labels.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import type { Account } from "../state/accounts.ts";
import { type Label, labels } from "../state/labels.ts";
import type { Repository } from "../state/repositories.ts";

/** Color of labels that are created without one. */
const DEFAULT_COLOR = "ededed";

/** A new label. */
export interface NewLabel {
  readonly name: string;
  readonly color?: string | undefined;
  readonly description?: string | undefined;
}

/** Creates a label of a repository. */
export function createLabel(
  context: EmulatorContext,
  { repository, sender }: { readonly repository: Repository; readonly sender: Account },
  { name, color = DEFAULT_COLOR, description = "" }: NewLabel,
): Label {
  const label = labels.insert(context.db, {
    repository_id: repository.id,
    name,
    color: color.toLowerCase(),
    description,
    is_default: false,
  });
  context.deliveries.emit(repository.id, labelEvent(context, repository, label, sender, "created"));
  return label;
}
