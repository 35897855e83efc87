import type { ChangeDetail } from "../../plan.ts";
import type { DesiredTemplate } from "./find-targets.ts";
import type { TrustedSubjects } from "./job-subjects.ts";
import type { DesiredForm, SubjectTemplate } from "./template.ts";

/** A target's current and desired template. */
export interface TemplateReading extends DesiredTemplate {
  readonly template: SubjectTemplate;
  readonly desired: DesiredForm;
  /** The keys of the organization's template, if they are known and the target is to follow it. */
  readonly organizationKeys: readonly string[] | undefined;
  /** Undefined if nothing differs. */
  readonly change: TemplateDifference | undefined;
  /** Subjects to trust before and after the change; a text if they can't be. Undefined if none are requested. */
  readonly trusted: TrustedSubjects | string | undefined;
}

/** Describes a change of a template. */
export interface TemplateDifference {
  readonly before: string;
  readonly after: string;
  /** Before and after in one line, for messages. */
  readonly drift: string;
  /** The subject of each kind of job. */
  readonly details: readonly ChangeDetail[];
  readonly changesSubject: boolean;
  /** The change only sets on the repository what it may inherit, before its organization's template changes. */
  readonly precedesOrganization: boolean;
  /** Whether subjects must contain ids after the change; undefined if that is not known. */
  readonly idsAfter: boolean | undefined;
}
