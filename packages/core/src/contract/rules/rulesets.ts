import type { InputRule } from "../definition.ts";

type RulesetInput = Readonly<Record<string, unknown>>;

const conditionsOf = ({ conditions: conditionsInput }: RulesetInput): RulesetInput | undefined =>
  typeof conditionsInput === "object" && conditionsInput !== null ? { ...conditionsInput } : undefined;

const REPOSITORY_CONDITIONS = ["repository_name", "repository_id", "repository_property"];

/**
 * Builds the constraints between the parts of a ruleset.
 * @param isCreation true for creation, where omitted fields have their default value; false for updates, where they
 * keep their value
 */
/* @__NO_SIDE_EFFECTS__ */
const rulesetRules = (isCreation: boolean): readonly InputRule[] => [
  {
    fields: ["conditions"],
    message:
      "conditions must select repositories in exactly one way: repository_name, repository_id or repository_property",
    isMet: (input) => {
      const conditionsInput = conditionsOf(input);
      return (
        conditionsInput === undefined ||
        REPOSITORY_CONDITIONS.filter((name) => conditionsInput[name] !== undefined).length === 1
      );
    },
  },
  {
    fields: ["target", "conditions"],
    message: 'conditions must have a ref_name for targets "branch" and "tag", and none for target "repository"',
    isMet: (input) => {
      const conditionsInput = conditionsOf(input);
      const rulesetTarget = input["target"] ?? (isCreation ? "branch" : undefined);
      if (conditionsInput === undefined || rulesetTarget === undefined || rulesetTarget === "push") return true;
      return (conditionsInput["ref_name"] !== undefined) === (rulesetTarget !== "repository");
    },
  },
  {
    fields: ["target", "enforcement"],
    message: 'enforcement must not be "evaluate" for target "repository"',
    isMet: ({ target: rulesetTarget, enforcement: rulesetEnforcement }) =>
      rulesetTarget !== "repository" || rulesetEnforcement !== "evaluate",
  },
  {
    fields: ["target", "bypass_actors"],
    message: 'bypass_mode must not be "pull_request" unless target is "branch"',
    isMet: ({ target: rulesetTarget, bypass_actors: actors }) =>
      rulesetTarget === undefined ||
      rulesetTarget === "branch" ||
      !(Array.isArray(actors) && actors.some((actor: RulesetInput) => actor["bypass_mode"] === "pull_request")),
  },
];

/** Constraints of a new ruleset. */
export const NEW_RULESET_RULES = rulesetRules(true);
/** Constraints of an update. */
export const RULESET_UPDATE_RULES = rulesetRules(false);
