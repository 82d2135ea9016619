/** `@understudy/app`: a Hono app whose routes are tools, behind one gate. */

// The app
export { createApp, extendApp } from './create-app.js'
export type { AppEnv, AppLimits, AppOptions, Policy } from './app-options.js'
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
export { createBudget, type Budget } from './gate/budget.js'
export { assertScope, grants, type Scope } from './gate/scope.js'
export { dispatch } from './gate/dispatch.js'
export type { DenialReason, InProcessCall } from './in-process-call.js'

// In process: for packages built on this one
export { currentRequest, inProcess, isApp, type AnyHono, type InProcessApp, type RequestScope } from './app-state.js'
export { bindToApp, type BindsToApp } from './bindings/binds-to-app.js'
export type { JsonSchema } from './contract/json-schema.js'

// Errors
export { AppSetupError } from './errors/app-setup-error.js'
export { FakeConflictError } from './errors/fake-conflict-error.js'
export { PrincipalError } from './errors/principal-error.js'
export { ScopeGrammarError } from './errors/scope-grammar-error.js'
export { ToolDerivationError, type ToolProblem } from './errors/tool-derivation-error.js'
export { ToolRequestError, type ToolRequestErrorDetails } from './errors/tool-request-error.js'
export { UnknownNameError, type UnknownNameErrorDetails } from './errors/unknown-name-error.js'
