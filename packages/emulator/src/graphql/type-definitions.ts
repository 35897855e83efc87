/**
 * The part of GitHub's GraphQL schema that the emulator serves: what gh (`repo view`, `pr list`, `view`, `create` and
 * `merge`, `issue list`, `view`, `create` and `comment`, `release create` and `list`) and a release of
 * `@semantic-release/github` ask for. Types, arguments and fields are those of the public schema.
 * @see https://docs.github.com/graphql/overview/public-schema
 */
export const TYPE_DEFINITIONS = /* GraphQL */ `
type Query {
  node(id: ID!): Node
  repository(owner: String!, name: String!, followRenames: Boolean = true): Repository
  search(query: String!, type: SearchType!, first: Int, last: Int, after: String, before: String): SearchResultItemConnection!
  user(login: String!): User
  organization(login: String!): Organization
  viewer: User!
}

type Mutation {
  createIssue(input: CreateIssueInput!): CreateIssuePayload
  addComment(input: AddCommentInput!): AddCommentPayload
  createPullRequest(input: CreatePullRequestInput!): CreatePullRequestPayload
  updatePullRequest(input: UpdatePullRequestInput!): UpdatePullRequestPayload
  mergePullRequest(input: MergePullRequestInput!): MergePullRequestPayload
  requestReviews(input: RequestReviewsInput!): RequestReviewsPayload
}

interface Node {
  id: ID!
}

type Repository implements Node {
  assignableUsers(first: Int, last: Int, after: String, before: String, query: String): UserConnection!
  autoMergeAllowed: Boolean!
  codeOfConduct: CodeOfConduct
  contactLinks: [RepositoryContactLink!]
  createdAt: DateTime!
  databaseId: Int
  defaultBranchRef: Ref
  deleteBranchOnMerge: Boolean!
  description: String
  diskUsage: Int
  forkCount: Int!
  forks(first: Int, last: Int, after: String, before: String, affiliations: [RepositoryAffiliation]): RepositoryConnection!
  fundingLinks: [FundingLink!]!
  hasDiscussionsEnabled: Boolean!
  hasIssuesEnabled: Boolean!
  hasProjectsEnabled: Boolean!
  hasWikiEnabled: Boolean!
  homepageUrl: URI
  id: ID!
  isArchived: Boolean!
  isBlankIssuesEnabled: Boolean!
  isDisabled: Boolean!
  isEmpty: Boolean!
  isFork: Boolean!
  isInOrganization: Boolean!
  isLocked: Boolean!
  isMirror: Boolean!
  isPrivate: Boolean!
  isSecurityPolicyEnabled: Boolean
  isTemplate: Boolean!
  isUserConfigurationRepository: Boolean!
  issue(number: Int!): Issue
  issueOrPullRequest(number: Int!): IssueOrPullRequest
  issueTemplates: [IssueTemplate!]
  issues(first: Int, last: Int, after: String, before: String, states: [IssueState!], labels: [String!], orderBy: IssueOrder, filterBy: IssueFilters): IssueConnection!
  label(name: String!): Label
  labels(first: Int, last: Int, after: String, before: String, orderBy: LabelOrder = {direction: ASC, field: CREATED_AT}, query: String): LabelConnection
  languages(first: Int, last: Int, after: String, before: String): LanguageConnection
  latestRelease: Release
  licenseInfo: License
  mentionableUsers(first: Int, last: Int, after: String, before: String, query: String): UserConnection!
  mergeCommitAllowed: Boolean!
  milestone(number: Int!): Milestone
  milestones(first: Int, last: Int, after: String, before: String, states: [MilestoneState!], orderBy: MilestoneOrder, query: String): MilestoneConnection
  mirrorUrl: URI
  name: String!
  nameWithOwner: String!
  object(expression: String, oid: GitObjectID): GitObject
  openGraphImageUrl: URI!
  owner: RepositoryOwner!
  parent: Repository
  primaryLanguage: Language
  pullRequest(number: Int!): PullRequest
  pullRequestTemplates: [PullRequestTemplate!]
  pullRequests(first: Int, last: Int, after: String, before: String, states: [PullRequestState!], labels: [String!], headRefName: String, baseRefName: String, orderBy: IssueOrder): PullRequestConnection!
  pushedAt: DateTime
  rebaseMergeAllowed: Boolean!
  ref(qualifiedName: String!): Ref
  release(tagName: String!): Release
  releases(first: Int, last: Int, after: String, before: String, orderBy: ReleaseOrder): ReleaseConnection!
  repositoryTopics(first: Int, last: Int, after: String, before: String): RepositoryTopicConnection!
  resourcePath: URI!
  securityPolicyUrl: URI
  squashMergeAllowed: Boolean!
  sshUrl: GitSSHRemote!
  stargazerCount: Int!
  templateRepository: Repository
  updatedAt: DateTime!
  url: URI!
  usesCustomOpenGraphImage: Boolean!
  viewerCanAdminister: Boolean!
  viewerDefaultCommitEmail: String
  viewerDefaultMergeMethod: PullRequestMergeMethod!
  viewerHasStarred: Boolean!
  viewerPermission: RepositoryPermission
  viewerPossibleCommitEmails: [String!]
  viewerSubscription: SubscriptionState
  visibility: RepositoryVisibility!
  watchers(first: Int, last: Int, after: String, before: String): UserConnection!
}

enum SearchType {
  DISCUSSION
  ISSUE
  REPOSITORY
  USER
}

type SearchResultItemConnection {
  edges: [SearchResultItemEdge]
  issueCount: Int!
  nodes: [SearchResultItem]
  pageInfo: PageInfo!
  repositoryCount: Int!
  userCount: Int!
}

type User implements Actor & Node & RepositoryOwner {
  avatarUrl(size: Int): URI!
  bio: String
  company: String
  createdAt: DateTime!
  databaseId: Int
  email: String!
  id: ID!
  isViewer: Boolean!
  location: String
  login: String!
  name: String
  resourcePath: URI!
  url: URI!
  websiteUrl: URI
}

type Organization implements Actor & Node & RepositoryOwner {
  avatarUrl(size: Int): URI!
  databaseId: Int
  description: String
  id: ID!
  login: String!
  name: String
  resourcePath: URI!
  team(slug: String!): Team
  teams(first: Int, last: Int, after: String, before: String): TeamConnection!
  url: URI!
}

input CreateIssueInput {
  assigneeIds: [ID!]
  body: String
  clientMutationId: String
  labelIds: [ID!]
  milestoneId: ID
  projectIds: [ID!]
  repositoryId: ID!
  title: String!
}

type CreateIssuePayload {
  clientMutationId: String
  issue: Issue
}

input AddCommentInput {
  body: String!
  clientMutationId: String
  subjectId: ID!
}

type AddCommentPayload {
  clientMutationId: String
  commentEdge: IssueCommentEdge
  subject: Node
}

input CreatePullRequestInput {
  baseRefName: String!
  body: String
  clientMutationId: String
  draft: Boolean = false
  headRefName: String!
  headRepositoryId: ID
  maintainerCanModify: Boolean = true
  repositoryId: ID!
  title: String!
}

type CreatePullRequestPayload {
  clientMutationId: String
  pullRequest: PullRequest
}

input UpdatePullRequestInput {
  assigneeIds: [ID!]
  baseRefName: String
  body: String
  clientMutationId: String
  labelIds: [ID!]
  maintainerCanModify: Boolean
  milestoneId: ID
  projectIds: [ID!]
  pullRequestId: ID!
  state: PullRequestUpdateState
  title: String
}

type UpdatePullRequestPayload {
  clientMutationId: String
  pullRequest: PullRequest
}

input MergePullRequestInput {
  authorEmail: String
  clientMutationId: String
  commitBody: String
  commitHeadline: String
  expectedHeadOid: GitObjectID
  mergeMethod: PullRequestMergeMethod = MERGE
  pullRequestId: ID!
}

type MergePullRequestPayload {
  clientMutationId: String
  pullRequest: PullRequest
}

input RequestReviewsInput {
  clientMutationId: String
  pullRequestId: ID!
  teamIds: [ID!]
  union: Boolean = false
  userIds: [ID!]
}

type RequestReviewsPayload {
  clientMutationId: String
  pullRequest: PullRequest
}

type UserConnection {
  nodes: [User]
  edges: [UserEdge]
  pageInfo: PageInfo!
  totalCount: Int!
}

type CodeOfConduct {
  key: String!
  name: String!
  url: URI
}

type RepositoryContactLink {
  about: String!
  name: String!
  url: URI!
}

scalar DateTime

type Ref implements Node {
  branchProtectionRule: BranchProtectionRule
  id: ID!
  name: String!
  prefix: String!
  target: GitObject
}

enum RepositoryAffiliation {
  COLLABORATOR
  ORGANIZATION_MEMBER
  OWNER
}

type RepositoryConnection {
  nodes: [Repository]
  edges: [RepositoryEdge]
  pageInfo: PageInfo!
  totalCount: Int!
}

type FundingLink {
  platform: FundingPlatform!
  url: URI!
}

scalar URI

type Issue implements Node {
  activeLockReason: LockReason
  assignees(first: Int, last: Int, after: String, before: String): UserConnection!
  author: Actor
  authorAssociation: CommentAuthorAssociation!
  body: String!
  closed: Boolean!
  closedAt: DateTime
  comments(first: Int, last: Int, after: String, before: String, orderBy: IssueCommentOrder): IssueCommentConnection!
  createdAt: DateTime!
  databaseId: Int
  id: ID!
  isPinned: Boolean
  labels(first: Int, last: Int, after: String, before: String): LabelConnection
  locked: Boolean!
  milestone: Milestone
  number: Int!
  reactionGroups: [ReactionGroup!]
  repository: Repository!
  resourcePath: URI!
  state: IssueState!
  stateReason: IssueStateReason
  title: String!
  updatedAt: DateTime!
  url: URI!
  viewerDidAuthor: Boolean!
  projectCards(first: Int, last: Int, after: String, before: String, archivedStates: [ProjectCardArchivedState] = [ARCHIVED, NOT_ARCHIVED]): ProjectCardConnection!
}

union IssueOrPullRequest = Issue | PullRequest

type IssueTemplate {
  about: String
  body: String
  name: String!
  title: String
  filename: String!
}

enum IssueState {
  CLOSED
  OPEN
}

input IssueOrder {
  direction: OrderDirection!
  field: IssueOrderField!
}

input IssueFilters {
  assignee: String
  createdBy: String
  labels: [String!]
  mentioned: String
  milestone: String
  milestoneNumber: String
  since: DateTime
  states: [IssueState!]
  viewerSubscribed: Boolean = false
}

type IssueConnection {
  nodes: [Issue]
  edges: [IssueEdge]
  pageInfo: PageInfo!
  totalCount: Int!
}

type Label implements Node {
  color: String!
  createdAt: DateTime
  description: String
  id: ID!
  isDefault: Boolean!
  name: String!
  url: URI!
}

input LabelOrder {
  direction: OrderDirection!
  field: LabelOrderField!
}

type LabelConnection {
  nodes: [Label]
  edges: [LabelEdge]
  pageInfo: PageInfo!
  totalCount: Int!
}

type LanguageConnection {
  nodes: [Language]
  edges: [LanguageEdge]
  pageInfo: PageInfo!
  totalCount: Int!
  totalSize: Int!
}

type Release implements Node {
  createdAt: DateTime!
  databaseId: Int
  description: String
  id: ID!
  isDraft: Boolean!
  isLatest: Boolean!
  isPrerelease: Boolean!
  name: String
  publishedAt: DateTime
  tagName: String!
  url: URI!
}

type License {
  key: String!
  name: String!
  nickname: String
  spdxId: String
  url: URI
}

type Milestone implements Node {
  closed: Boolean!
  closedAt: DateTime
  createdAt: DateTime!
  creator: Actor
  description: String
  dueOn: DateTime
  id: ID!
  number: Int!
  state: MilestoneState!
  title: String!
  updatedAt: DateTime!
  url: URI!
}

enum MilestoneState {
  CLOSED
  OPEN
}

input MilestoneOrder {
  direction: OrderDirection!
  field: MilestoneOrderField!
}

type MilestoneConnection {
  nodes: [Milestone]
  edges: [MilestoneEdge]
  pageInfo: PageInfo!
  totalCount: Int!
}

scalar GitObjectID

interface GitObject {
  abbreviatedOid: String!
  id: ID!
  oid: GitObjectID!
}

interface RepositoryOwner {
  avatarUrl(size: Int): URI!
  id: ID!
  login: String!
  resourcePath: URI!
  url: URI!
}

type Language {
  name: String!
  color: String
}

type PullRequest implements Node {
  activeLockReason: LockReason
  additions: Int!
  assignees(first: Int, last: Int, after: String, before: String): UserConnection!
  author: Actor
  authorAssociation: CommentAuthorAssociation!
  autoMergeRequest: AutoMergeRequest
  baseRef: Ref
  baseRefName: String!
  baseRefOid: GitObjectID!
  baseRepository: Repository
  body: String!
  changedFiles: Int!
  closed: Boolean!
  closedAt: DateTime
  closingIssuesReferences(first: Int, last: Int, after: String, before: String): IssueConnection
  comments(first: Int, last: Int, after: String, before: String, orderBy: IssueCommentOrder): IssueCommentConnection!
  commits(first: Int, last: Int, after: String, before: String): PullRequestCommitConnection!
  createdAt: DateTime!
  databaseId: Int
  deletions: Int!
  files(first: Int, last: Int, after: String, before: String): PullRequestChangedFileConnection
  headRef: Ref
  headRefName: String!
  headRefOid: GitObjectID!
  headRepository: Repository
  headRepositoryOwner: RepositoryOwner
  id: ID!
  isCrossRepository: Boolean!
  isDraft: Boolean!
  isInMergeQueue: Boolean!
  isMergeQueueEnabled: Boolean!
  labels(first: Int, last: Int, after: String, before: String): LabelConnection
  latestReviews(first: Int, last: Int, after: String, before: String): PullRequestReviewConnection
  locked: Boolean!
  maintainerCanModify: Boolean!
  mergeCommit: Commit
  mergeStateStatus: MergeStateStatus!
  mergeable: MergeableState!
  merged: Boolean!
  mergedAt: DateTime
  mergedBy: Actor
  milestone: Milestone
  number: Int!
  potentialMergeCommit: Commit
  projectCards(first: Int, last: Int, after: String, before: String, archivedStates: [ProjectCardArchivedState] = [ARCHIVED, NOT_ARCHIVED]): ProjectCardConnection!
  reactionGroups: [ReactionGroup!]
  repository: Repository!
  resourcePath: URI!
  reviewDecision: PullRequestReviewDecision
  reviewRequests(first: Int, last: Int, after: String, before: String): ReviewRequestConnection
  reviews(first: Int, last: Int, after: String, before: String, states: [PullRequestReviewState!], author: String): PullRequestReviewConnection
  state: PullRequestState!
  title: String!
  updatedAt: DateTime!
  url: URI!
  viewerDidAuthor: Boolean!
  viewerMergeBodyText(mergeType: PullRequestMergeMethod): String!
  viewerMergeHeadlineText(mergeType: PullRequestMergeMethod): String!
}

type PullRequestTemplate {
  body: String
  filename: String
}

enum PullRequestState {
  CLOSED
  MERGED
  OPEN
}

type PullRequestConnection {
  nodes: [PullRequest]
  edges: [PullRequestEdge]
  pageInfo: PageInfo!
  totalCount: Int!
}

input ReleaseOrder {
  direction: OrderDirection!
  field: ReleaseOrderField!
}

type ReleaseConnection {
  nodes: [Release]
  edges: [ReleaseEdge]
  pageInfo: PageInfo!
  totalCount: Int!
}

type RepositoryTopicConnection {
  nodes: [RepositoryTopic]
  edges: [RepositoryTopicEdge]
  pageInfo: PageInfo!
  totalCount: Int!
}

scalar GitSSHRemote

enum PullRequestMergeMethod {
  MERGE
  REBASE
  SQUASH
}

enum RepositoryPermission {
  ADMIN
  MAINTAIN
  READ
  TRIAGE
  WRITE
}

enum SubscriptionState {
  IGNORED
  SUBSCRIBED
  UNSUBSCRIBED
}

enum RepositoryVisibility {
  INTERNAL
  PRIVATE
  PUBLIC
}

type Bot implements Actor & Node {
  avatarUrl(size: Int): URI!
  databaseId: Int
  id: ID!
  login: String!
  resourcePath: URI!
  url: URI!
}

type SearchResultItemEdge {
  cursor: String!
  node: SearchResultItem
}

union SearchResultItem = Issue | PullRequest | Repository | User | Organization

type PageInfo {
  endCursor: String
  hasNextPage: Boolean!
  hasPreviousPage: Boolean!
  startCursor: String
}

interface Actor {
  avatarUrl(size: Int): URI!
  login: String!
  resourcePath: URI!
  url: URI!
}

type Team implements Node {
  combinedSlug: String!
  databaseId: Int
  description: String
  id: ID!
  name: String!
  organization: Organization!
  slug: String!
  url: URI!
}

type TeamConnection {
  nodes: [Team]
  edges: [TeamEdge]
  pageInfo: PageInfo!
  totalCount: Int!
}

type IssueCommentEdge {
  cursor: String!
  node: IssueComment
}

enum PullRequestUpdateState {
  CLOSED
  OPEN
}

type UserEdge {
  cursor: String!
  node: User
}

type BranchProtectionRule implements Node {
  id: ID!
  pattern: String!
  requiredApprovingReviewCount: Int
  requiresApprovingReviews: Boolean!
  requiresStatusChecks: Boolean!
  requiresStrictStatusChecks: Boolean!
  requiredStatusCheckContexts: [String]
}

type Tag implements GitObject & Node {
  abbreviatedOid: String!
  id: ID!
  oid: GitObjectID!
  name: String!
  message: String
}

type Commit implements GitObject & Node {
  abbreviatedOid: String!
  associatedPullRequests(first: Int, last: Int, after: String, before: String): PullRequestConnection
  authoredDate: DateTime!
  authors(first: Int, last: Int, after: String, before: String): GitActorConnection!
  committedDate: DateTime!
  id: ID!
  message: String!
  messageBody: String!
  messageHeadline: String!
  oid: GitObjectID!
  status: Status
  statusCheckRollup: StatusCheckRollup
  url: URI!
}

type RepositoryEdge {
  cursor: String!
  node: Repository
}

enum FundingPlatform {
  BUY_ME_A_COFFEE
  COMMUNITY_BRIDGE
  CUSTOM
  GITHUB
  ISSUEHUNT
  KO_FI
  LFX_CROWDFUNDING
  LIBERAPAY
  OPEN_COLLECTIVE
  PATREON
  POLAR
  THANKS_DEV
  TIDELIFT
}

enum LockReason {
  OFF_TOPIC
  RESOLVED
  SPAM
  TOO_HEATED
}

enum CommentAuthorAssociation {
  COLLABORATOR
  CONTRIBUTOR
  FIRST_TIMER
  FIRST_TIME_CONTRIBUTOR
  MANNEQUIN
  MEMBER
  NONE
  OWNER
}

input IssueCommentOrder {
  direction: OrderDirection!
  field: IssueCommentOrderField!
}

type IssueCommentConnection {
  nodes: [IssueComment]
  edges: [IssueCommentEdge]
  pageInfo: PageInfo!
  totalCount: Int!
}

type ReactionGroup {
  content: ReactionContent!
  users(first: Int, last: Int, after: String, before: String): ReactingUserConnection!
}

enum IssueStateReason {
  COMPLETED
  DUPLICATE
  NOT_PLANNED
  REOPENED
}

enum ProjectCardArchivedState {
  ARCHIVED
  NOT_ARCHIVED
}

type ProjectCardConnection {
  nodes: [ProjectCard]
  edges: [ProjectCardEdge]
  pageInfo: PageInfo!
  totalCount: Int!
}

enum OrderDirection {
  ASC
  DESC
}

enum IssueOrderField {
  COMMENTS
  CREATED_AT
  UPDATED_AT
}

type IssueEdge {
  cursor: String!
  node: Issue
}

enum LabelOrderField {
  CREATED_AT
  NAME
}

type LabelEdge {
  cursor: String!
  node: Label
}

type LanguageEdge {
  cursor: String!
  node: Language!
  size: Int!
}

enum MilestoneOrderField {
  CREATED_AT
  DUE_DATE
  NUMBER
  UPDATED_AT
}

type MilestoneEdge {
  cursor: String!
  node: Milestone
}

type AutoMergeRequest {
  authorEmail: String
  commitBody: String
  commitHeadline: String
  enabledAt: DateTime
  mergeMethod: PullRequestMergeMethod!
}

type PullRequestCommitConnection {
  nodes: [PullRequestCommit]
  edges: [PullRequestCommitEdge]
  pageInfo: PageInfo!
  totalCount: Int!
}

type PullRequestChangedFileConnection {
  nodes: [PullRequestChangedFile]
  edges: [PullRequestChangedFileEdge]
  pageInfo: PageInfo!
  totalCount: Int!
}

type PullRequestReviewConnection {
  nodes: [PullRequestReview]
  edges: [PullRequestReviewEdge]
  pageInfo: PageInfo!
  totalCount: Int!
}

enum MergeStateStatus {
  BEHIND
  BLOCKED
  CLEAN
  DIRTY
  DRAFT
  HAS_HOOKS
  UNKNOWN
  UNSTABLE
}

enum MergeableState {
  CONFLICTING
  MERGEABLE
  UNKNOWN
}

enum PullRequestReviewDecision {
  APPROVED
  CHANGES_REQUESTED
  REVIEW_REQUIRED
}

type ReviewRequestConnection {
  nodes: [ReviewRequest]
  edges: [ReviewRequestEdge]
  pageInfo: PageInfo!
  totalCount: Int!
}

enum PullRequestReviewState {
  APPROVED
  CHANGES_REQUESTED
  COMMENTED
  DISMISSED
  PENDING
}

type PullRequestEdge {
  cursor: String!
  node: PullRequest
}

enum ReleaseOrderField {
  CREATED_AT
  NAME
}

type ReleaseEdge {
  cursor: String!
  node: Release
}

type RepositoryTopic {
  topic: Topic!
}

type RepositoryTopicEdge {
  cursor: String!
  node: RepositoryTopic
}

type TeamEdge {
  cursor: String!
  node: Team
}

type IssueComment implements Node {
  author: Actor
  authorAssociation: CommentAuthorAssociation!
  body: String!
  createdAt: DateTime!
  databaseId: Int
  id: ID!
  includesCreatedEdit: Boolean!
  isMinimized: Boolean!
  minimizedReason: String
  reactionGroups: [ReactionGroup!]
  updatedAt: DateTime!
  url: URI!
  viewerDidAuthor: Boolean!
}

type GitActorConnection {
  nodes: [GitActor]
  edges: [GitActorEdge]
  pageInfo: PageInfo!
  totalCount: Int!
}

type Status {
  state: StatusState!
}

type StatusCheckRollup {
  contexts(first: Int, last: Int, after: String, before: String): StatusCheckRollupContextConnection!
  state: StatusState!
}

enum IssueCommentOrderField {
  UPDATED_AT
}

enum ReactionContent {
  CONFUSED
  EYES
  HEART
  HOORAY
  LAUGH
  ROCKET
  THUMBS_DOWN
  THUMBS_UP
}

type ReactingUserConnection {
  nodes: [User]
  edges: [ReactingUserEdge]
  pageInfo: PageInfo!
  totalCount: Int!
}

type ProjectCard implements Node {
  column: ProjectColumn
  id: ID!
  project: Project!
}

type ProjectCardEdge {
  cursor: String!
  node: ProjectCard
}

type PullRequestCommit implements Node {
  commit: Commit!
  id: ID!
  url: URI!
}

type PullRequestCommitEdge {
  cursor: String!
  node: PullRequestCommit
}

type PullRequestChangedFile {
  additions: Int!
  changeType: PatchStatus!
  deletions: Int!
  path: String!
}

type PullRequestChangedFileEdge {
  cursor: String!
  node: PullRequestChangedFile
}

type PullRequestReview implements Node {
  author: Actor
  authorAssociation: CommentAuthorAssociation!
  body: String!
  comments(first: Int, last: Int, after: String, before: String): PullRequestReviewCommentConnection!
  commit: Commit
  createdAt: DateTime!
  id: ID!
  includesCreatedEdit: Boolean!
  isMinimized: Boolean!
  minimizedReason: String
  reactionGroups: [ReactionGroup!]
  state: PullRequestReviewState!
  submittedAt: DateTime
  updatedAt: DateTime!
  url: URI!
  viewerDidAuthor: Boolean!
}

type PullRequestReviewEdge {
  cursor: String!
  node: PullRequestReview
}

type ReviewRequest implements Node {
  id: ID!
  requestedReviewer: RequestedReviewer
}

type ReviewRequestEdge {
  cursor: String!
  node: ReviewRequest
}

type Topic {
  name: String!
}

type GitActor {
  date: GitTimestamp
  email: String
  name: String
  user: User
}

type GitActorEdge {
  cursor: String!
  node: GitActor
}

enum StatusState {
  ERROR
  EXPECTED
  FAILURE
  PENDING
  SUCCESS
}

type StatusCheckRollupContextConnection {
  nodes: [StatusCheckRollupContext]
  edges: [StatusCheckRollupContextEdge]
  pageInfo: PageInfo!
  totalCount: Int!
}

type ReactingUserEdge {
  cursor: String!
  node: User!
}

type ProjectColumn implements Node {
  id: ID!
  name: String!
}

type Project implements Node {
  id: ID!
  name: String!
  number: Int!
}

enum PatchStatus {
  ADDED
  CHANGED
  COPIED
  DELETED
  MODIFIED
  RENAMED
}

type PullRequestReviewCommentConnection {
  nodes: [PullRequestReviewComment]
  edges: [PullRequestReviewCommentEdge]
  pageInfo: PageInfo!
  totalCount: Int!
}

union RequestedReviewer = User | Team | Bot

scalar GitTimestamp

union StatusCheckRollupContext = CheckRun | StatusContext

type StatusCheckRollupContextEdge {
  cursor: String!
  node: StatusCheckRollupContext
}

type PullRequestReviewComment implements Node {
  author: Actor
  body: String!
  id: ID!
  path: String!
  url: URI!
}

type PullRequestReviewCommentEdge {
  cursor: String!
  node: PullRequestReviewComment
}

type CheckRun implements Node {
  checkSuite: CheckSuite!
  completedAt: DateTime
  conclusion: CheckConclusionState
  databaseId: Int
  detailsUrl: URI
  id: ID!
  isRequired(pullRequestId: ID, pullRequestNumber: Int): Boolean!
  name: String!
  startedAt: DateTime
  status: CheckStatusState!
  title: String
  url: URI!
}

type StatusContext implements Node {
  context: String!
  createdAt: DateTime!
  description: String
  id: ID!
  isRequired(pullRequestId: ID, pullRequestNumber: Int): Boolean!
  state: StatusState!
  targetUrl: URI
}

type CheckSuite implements Node {
  app: App
  conclusion: CheckConclusionState
  databaseId: Int
  id: ID!
  status: CheckStatusState!
  workflowRun: WorkflowRun
}

enum CheckConclusionState {
  ACTION_REQUIRED
  CANCELLED
  FAILURE
  NEUTRAL
  SKIPPED
  STALE
  STARTUP_FAILURE
  SUCCESS
  TIMED_OUT
}

enum CheckStatusState {
  COMPLETED
  IN_PROGRESS
  PENDING
  QUEUED
  REQUESTED
  WAITING
}

type App implements Node {
  databaseId: Int
  id: ID!
  name: String!
  slug: String!
}

type WorkflowRun implements Node {
  databaseId: Int
  event: String!
  id: ID!
  runNumber: Int!
  url: URI!
  workflow: Workflow!
}

type Workflow implements Node {
  databaseId: Int
  id: ID!
  name: String!
}
`;
