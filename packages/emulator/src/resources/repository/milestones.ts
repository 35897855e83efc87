import {
  createMilestone,
  deleteMilestone,
  getMilestone,
  listMilestones,
  updateMilestone,
} from "@forgehand/core/operations";
import { milestoneEvent, type PreviousValues } from "../../deliveries/events/labels.ts";
import { type RepositoryCall, renderPage, repositoryHandler, requireActor } from "../../http/handler.ts";
import { customFieldError, requireFound } from "../../http-error.ts";
import { milestoneObject } from "../../objects/milestone.ts";
import * as state from "../../state/milestones.ts";
import { timestamp } from "../../timestamp.ts";
import { fieldError, findMilestone } from "./issue-input.ts";

export const milestones = [
  repositoryHandler(listMilestones, ({ state: wanted = "open", sort = "due_on", direction = "asc" }, call) => {
    const { context, repository, page } = call;
    const rowPage = state.listMilestones(context.db, repository.id, { state: wanted, sort, direction }, page);
    return renderPage(call, rowPage, (milestone) => milestoneObject(context, repository, milestone));
  }),

  repositoryHandler(createMilestone, ({ title, state: given = "open", description, due_on }, call) => {
    const { context, repository } = call;
    const now = timestamp(context.now());
    const sender = requireActor(call);
    const milestone = state.createMilestone(context.db, {
      repository_id: repository.id,
      title: requireFreeTitle(call, title),
      description,
      state: given,
      creator_id: sender.id,
      created_at: now,
      updated_at: now,
      closed_at: given === "closed" ? now : null,
      due_on: due_on === undefined ? null : timestamp(new Date(due_on)),
    });
    context.deliveries.emit(repository.id, milestoneEvent(context, repository, milestone, sender, "created"));
    return milestoneObject(context, repository, milestone);
  }),

  repositoryHandler(getMilestone, ({ milestone_number }, call) =>
    milestoneObject(call.context, call.repository, requireMilestone(call, milestone_number)),
  ),

  repositoryHandler(updateMilestone, ({ milestone_number, title, state: given, description, due_on }, call) => {
    const { context, repository } = call;
    const before = requireMilestone(call, milestone_number);
    const after = {
      ...before,
      title: title === undefined ? before.title : requireFreeTitle(call, title, before.id),
      description: description ?? before.description,
      due_on: due_on === undefined ? before.due_on : timestamp(new Date(due_on)),
    };
    const current = saveDetails(call, before, after);
    const result = given === undefined ? current : setState(call, current, given);
    return milestoneObject(context, repository, result);
  }),

  repositoryHandler(deleteMilestone, ({ milestone_number }, call) => {
    const { context, repository } = call;
    const milestone = requireMilestone(call, milestone_number);
    state.milestones.delete(context.db, { id: milestone.id });
    context.deliveries.emit(
      repository.id,
      milestoneEvent(context, repository, milestone, requireActor(call), "deleted"),
    );
  }),
];

/** @throws HttpError 404 */
function requireMilestone({ context, repository }: RepositoryCall, number: number): state.Milestone {
  return requireFound(findMilestone(context.db, repository.id, number));
}

/** Maximum length in characters. */
const MAX_TITLE_LENGTH = 255;

/** @throws HttpError 422 if the title is invalid, or another milestone has it */
function requireFreeTitle({ context, repository }: RepositoryCall, given: string, ownId?: number): string {
  const title = given.trim();
  if (title === "") throw fieldError("Milestone", "title", "missing_field");
  if (title.length > MAX_TITLE_LENGTH) {
    throw customFieldError("Milestone", "title", `title is too long (maximum is ${MAX_TITLE_LENGTH} characters)`);
  }
  const other = state.milestones.find(context.db, { repository_id: repository.id, title });
  if (!other || other.id === ownId) return title;
  throw fieldError("Milestone", "title", "already_exists");
}

/** Stores changed details, and emits `edited` if there are any. */
function saveDetails(call: RepositoryCall, before: state.Milestone, changed: state.Milestone): state.Milestone {
  const { context, repository } = call;
  const changes: PreviousValues = {
    ...(before.title === changed.title ? {} : { title: { from: before.title } }),
    ...(before.description === changed.description ? {} : { description: { from: before.description ?? "" } }),
    ...(before.due_on === changed.due_on ? {} : { due_on: { from: before.due_on ?? "" } }),
  };
  if (Object.keys(changes).length === 0) return before;
  const after = { ...changed, updated_at: timestamp(context.now()) };
  state.milestones.update(context.db, { id: before.id }, after);
  const event = milestoneEvent(context, repository, after, requireActor(call), "edited", changes);
  context.deliveries.emit(repository.id, event);
  return after;
}

/** Opens or closes a milestone. */
function setState(call: RepositoryCall, before: state.Milestone, given: "open" | "closed"): state.Milestone {
  if (given === before.state) return before;
  const { context, repository } = call;
  const now = timestamp(context.now());
  const after = { ...before, state: given, closed_at: given === "closed" ? now : null, updated_at: now };
  state.milestones.update(context.db, { id: before.id }, after);
  const action = given === "closed" ? "closed" : "opened";
  context.deliveries.emit(repository.id, milestoneEvent(context, repository, after, requireActor(call), action));
  return after;
}
