import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { AppId, ServerKeyId } from "../Ids.ts"
import { CreateServerKeyRequest, ServerKeyListResponse, ServerKeyResponse } from "../ServerKeys.ts"
import { DeveloperSession, OwnerOnly } from "./Access.ts"
import { AppScope, ServerKeyScope } from "./AppScope.ts"

const params = { id: AppId, keyId: ServerKeyId }

/** The server keys of an app. Owners mint, rotate and revoke; the secret is told once. */
export class ServerKeysApi extends HttpApiGroup.make("serverKeys")
  .add(
    HttpApiEndpoint.post("rotate", "/api/apps/:id/server-keys/:keyId/rotate", {
      params,
      success: ServerKeyResponse
    }).middleware(OwnerOnly),
    HttpApiEndpoint.delete("delete", "/api/apps/:id/server-keys/:keyId", {
      params,
      success: HttpApiSchema.NoContent
    }).middleware(OwnerOnly)
  )
  .middleware(ServerKeyScope)
  .add(
    HttpApiEndpoint.post("create", "/api/apps/:id/server-keys", {
      params: { id: AppId },
      payload: CreateServerKeyRequest,
      success: ServerKeyResponse.pipe(HttpApiSchema.status(201))
    }).middleware(OwnerOnly),
    HttpApiEndpoint.get("list", "/api/apps/:id/server-keys", { params: { id: AppId }, success: ServerKeyListResponse })
  )
  .middleware(AppScope)
  .middleware(DeveloperSession)
  .annotateMerge(OpenApi.annotations({ title: "Server keys" })) {}
