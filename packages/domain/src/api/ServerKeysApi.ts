import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { AppId, ServerKeyId } from "../Ids.ts"
import { CreateServerKeyRequest, ServerKeyListResponse, ServerKeyResponse } from "../ServerKeys.ts"
import { DeveloperSession, OwnerOnly } from "./Access.ts"
import { AppScope, ServerKeyScope } from "./AppScope.ts"

const params = { id: AppId, keyId: ServerKeyId }

/** The server keys of an app. Owners mint, rotate and revoke; the secret is answered once. */
export class ServerKeysApi extends HttpApiGroup.make("serverKeys")
  .add(
    HttpApiEndpoint.post("rotate", "/api/apps/:id/server-keys/:keyId/rotate", {
      params,
      success: ServerKeyResponse
    })
      .annotate(OpenApi.Summary, "Replace a server key's secret; the old one stops at once")
      .middleware(OwnerOnly),
    HttpApiEndpoint.delete("delete", "/api/apps/:id/server-keys/:keyId", {
      params,
      success: HttpApiSchema.NoContent
    })
      .annotate(OpenApi.Summary, "Delete a server key")
      .middleware(OwnerOnly)
  )
  .middleware(ServerKeyScope)
  .add(
    HttpApiEndpoint.post("create", "/api/apps/:id/server-keys", {
      params: { id: AppId },
      payload: CreateServerKeyRequest,
      success: ServerKeyResponse.pipe(HttpApiSchema.status(201))
    })
      .annotate(OpenApi.Summary, "Create a server key; its secret is shown once")
      .middleware(OwnerOnly),
    HttpApiEndpoint.get("list", "/api/apps/:id/server-keys", {
      params: { id: AppId },
      success: ServerKeyListResponse
    }).annotate(OpenApi.Summary, "An app's server keys, oldest first")
  )
  .middleware(AppScope)
  .middleware(DeveloperSession)
  .annotateMerge(OpenApi.annotations({ title: "Server keys" })) {}
