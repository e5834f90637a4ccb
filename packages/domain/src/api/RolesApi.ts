import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { RoleDatasheetResponse } from "../Datasheet.ts"
import { LastRole, RoleInUse, RoleNameTaken, ValidationError } from "../Errors.ts"
import { AppId, RoleId } from "../Ids.ts"
import {
  CreateRoleRequest,
  DeleteRoleQuery,
  ExplainAccessQuery,
  ExplainAccessResponse,
  PatchRoleRequest,
  PutRolePermissionsRequest,
  Role,
  RoleListResponse,
  RolePermissions
} from "../Roles.ts"
import { DeveloperSession } from "./Access.ts"
import { AppScope, RoleScope } from "./AppScope.ts"

const params = { id: AppId, roleId: RoleId }

/** The roles of an app, and what they grant. */
export class RolesApi extends HttpApiGroup.make("roles")
  .add(
    HttpApiEndpoint.patch("rename", "/api/apps/:id/roles/:roleId", {
      params,
      payload: PatchRoleRequest,
      success: Role,
      error: RoleNameTaken
    }),
    HttpApiEndpoint.delete("delete", "/api/apps/:id/roles/:roleId", {
      params,
      query: DeleteRoleQuery,
      success: HttpApiSchema.NoContent,
      error: [ValidationError, RoleInUse, LastRole]
    }),
    HttpApiEndpoint.get("permissions", "/api/apps/:id/roles/:roleId/permissions", {
      params,
      success: RolePermissions
    }),
    HttpApiEndpoint.put("putPermissions", "/api/apps/:id/roles/:roleId/permissions", {
      params,
      payload: PutRolePermissionsRequest,
      success: RolePermissions,
      error: ValidationError
    }),
    HttpApiEndpoint.get("datasheet", "/api/apps/:id/roles/:roleId/mcp-tools", {
      params,
      success: RoleDatasheetResponse
    }),
    HttpApiEndpoint.get("explain", "/api/apps/:id/roles/:roleId/explain", {
      params,
      query: ExplainAccessQuery,
      success: ExplainAccessResponse
    })
  )
  .middleware(RoleScope)
  .add(
    HttpApiEndpoint.post("create", "/api/apps/:id/roles", {
      params: { id: AppId },
      payload: CreateRoleRequest,
      success: Role.pipe(HttpApiSchema.status(201)),
      error: RoleNameTaken
    }),
    HttpApiEndpoint.get("list", "/api/apps/:id/roles", { params: { id: AppId }, success: RoleListResponse })
  )
  .middleware(AppScope)
  .middleware(DeveloperSession)
  .annotateMerge(OpenApi.annotations({ title: "Roles" })) {}
