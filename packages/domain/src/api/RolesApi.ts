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
    }).annotate(OpenApi.Summary, "Rename a role"),
    HttpApiEndpoint.delete("delete", "/api/apps/:id/roles/:roleId", {
      params,
      query: DeleteRoleQuery,
      success: HttpApiSchema.NoContent,
      error: [ValidationError, RoleInUse, LastRole]
    }).annotate(OpenApi.Summary, "Delete a role; move_to names the one its users get"),
    HttpApiEndpoint.get("permissions", "/api/apps/:id/roles/:roleId/permissions", {
      params,
      success: RolePermissions
    }).annotate(OpenApi.Summary, "What a role grants"),
    HttpApiEndpoint.put("putPermissions", "/api/apps/:id/roles/:roleId/permissions", {
      params,
      payload: PutRolePermissionsRequest,
      success: RolePermissions,
      error: ValidationError
    }).annotate(OpenApi.Summary, "Replace what a role grants; open sockets are checked again"),
    HttpApiEndpoint.get("datasheet", "/api/apps/:id/roles/:roleId/mcp-tools", {
      params,
      success: RoleDatasheetResponse
    }).annotate(OpenApi.Summary, "What a role may do with each robot of the app, described"),
    HttpApiEndpoint.get("explain", "/api/apps/:id/roles/:roleId/explain", {
      params,
      query: ExplainAccessQuery,
      success: ExplainAccessResponse
    }).annotate(OpenApi.Summary, "Why a user of a role may or may not read or command a slug")
  )
  .middleware(RoleScope)
  .add(
    HttpApiEndpoint.post("create", "/api/apps/:id/roles", {
      params: { id: AppId },
      payload: CreateRoleRequest,
      success: Role.pipe(HttpApiSchema.status(201)),
      error: RoleNameTaken
    }).annotate(OpenApi.Summary, "Create a role without grants"),
    HttpApiEndpoint.get("list", "/api/apps/:id/roles", { params: { id: AppId }, success: RoleListResponse }).annotate(
      OpenApi.Summary,
      "An app's roles"
    )
  )
  .middleware(AppScope)
  .middleware(DeveloperSession)
  .annotateMerge(OpenApi.annotations({ title: "Roles" })) {}
