/** `@understudy/app`: a Hono app whose routes are tools, behind one gate. */

// The app
export { createApp, extendApp } from './create-app.js'
export type { AppEnv, AppLimits, AppOptions, ApprovalOptions, Policy } from './app-options.js'
export { assertPrincipal, describePrincipal, type Principal } from './principal.js'

// Routes as tools
export {
  contractOf,
  routeTool,
  type AnyRouteTool,
  type InputOf,
  type NamedContract,
  type OutputOf,
  type RouteTool,
  type ValidInput,
} from './contract/route-tool.js'
export type {
  ApprovalRule,
  BodyInput,
  ContractSchema,
  SchemaInput,
  SchemaOutput,
  ToolContract,
  ToolInput,
  ToolValues,
} from './contract/tool-contract.js'
export { missingTool, type DerivedTool } from './tools/derive-tools.js'

// Guards
export { authorize } from './http/authorize.js'
export { requirePrincipal } from './http/require-principal.js'

// The gate
export { callTool, type ToolCall, type ToolOutcome } from './gate/call-tool.js'
export { createBudget, type Budget, type OwnBudget } from './gate/budget.js'
export { assertScope, grants, type Scope } from './gate/scope.js'
export { dispatch } from './gate/dispatch.js'
export type { ApprovalState } from './gate/denial.js'
export type { DenialReason, InProcessCall } from './in-process-call.js'

// Budgets that runs share
export type { BudgetStore } from './gate/budget-store.js'
export { budgetStoreCases, type BudgetStoreCase } from './gate/budget-store-cases.js'
export { memoryBudgets } from './gate/memory-budgets.js'

// Approvals
export type {
  ApprovalDecision,
  ApprovalFiling,
  ApprovalFilter,
  ApprovalParty,
  ApprovalRequest,
  ApprovalStatus,
  ApprovalStore,
  StoredApproval,
} from './approvals/approval-store.js'
export { approvalStoreCases, type ApprovalStoreCase } from './approvals/approval-store-cases.js'
export { memoryApprovals } from './approvals/memory-approvals.js'
export type { AppApprovals } from './approvals/app-approvals.js'

// Audit
export type { AuditRecord, AuditSink } from './audit/audit-record.js'
export { fileAudit } from './audit/file-audit.js'
export { isSecretKey, redact } from './audit/redact.js'

// In process: for packages built on this one
export { copyPrincipal } from './principal.js'
export { inProcess, isApp, type AnyHono, type InProcessApp } from './app-state.js'
export { createAppApprovals } from './approvals/app-approvals.js'
export { createAgentBudget, type BudgetOwner } from './gate/agent-budget.js'
export { currentRequest, type RequestScope } from './request-scope.js'
export { bindToApp, type BindsToApp } from './bindings/binds-to-app.js'
export type { JsonSchema } from './contract/json-schema.js'

// What somebody else wrote, in a message: for packages built on this one
export { codeKey, codeText, named, nameList, oneLine, quoted } from './quoted.js'

// Errors
export { ApprovalError, type ApprovalErrorDetails } from './errors/approval-error.js'
export { ApprovalStoreError, type ApprovalStoreErrorDetails } from './errors/approval-store-error.js'
export { BudgetStoreError } from './errors/budget-store-error.js'
export { DeliveryError } from './errors/delivery-error.js'
export { AppSetupError, type AppSetupReason } from './errors/app-setup-error.js'
export { FakeConflictError } from './errors/fake-conflict-error.js'
export { PrincipalError } from './errors/principal-error.js'
export { ScopeGrammarError } from './errors/scope-grammar-error.js'
export { ToolAnswerError, type ToolAnswerErrorDetails } from './errors/tool-answer-error.js'
export { ToolDerivationError, type ToolProblem } from './errors/tool-derivation-error.js'
export { ToolRequestError, type ToolRequestErrorDetails } from './errors/tool-request-error.js'
export { UnknownNameError, type UnknownNameErrorDetails } from './errors/unknown-name-error.js'
