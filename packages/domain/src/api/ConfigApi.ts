import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import {
  ConfigDraft,
  ConfigPublished,
  ConfigVersion,
  ConfigVersionList,
  PutConfigDraftRequest,
  RenameSlugRequest,
  RenameSlugResponse,
  SlugUsage
} from "../Config.ts"
import {
  ConfigConflict,
  ConfigInvalid,
  DraftNotADocument,
  DuplicateSlug,
  InvalidYaml,
  NotFound,
  NothingToPublish,
  ReservedSlug,
  UnknownSlug,
  UnstorableYaml
} from "../Errors.ts"
import { RobotId } from "../Ids.ts"
import { DeveloperSession } from "./Access.ts"
import { RobotScope } from "./RobotScope.ts"

const robot = { params: { id: RobotId } }
const version = { params: { id: RobotId, version: Schema.String } }

/** The draft and the strong tag of its text, for `If-Match`. */
const TaggedDraft = HttpApiSchema.WithHeaders(ConfigDraft, { etag: Schema.String })

/** A robot's configuration: one draft, and the versions published from it. */
export class ConfigApi extends HttpApiGroup.make("config")
  .add(
    HttpApiEndpoint.get("draft", "/api/robots/:id/config/draft", { ...robot, success: TaggedDraft }),
    HttpApiEndpoint.put("putDraft", "/api/robots/:id/config/draft", {
      ...robot,
      headers: { "if-match": Schema.optionalKey(Schema.String) },
      payload: PutConfigDraftRequest,
      success: TaggedDraft,
      error: [InvalidYaml, UnstorableYaml, ConfigConflict, NotFound]
    }),
    HttpApiEndpoint.post("publish", "/api/robots/:id/config/publish", {
      ...robot,
      success: ConfigPublished,
      error: [NothingToPublish, ConfigInvalid, NotFound]
    }),
    HttpApiEndpoint.get("versions", "/api/robots/:id/config/versions", { ...robot, success: ConfigVersionList }),
    HttpApiEndpoint.get("version", "/api/robots/:id/config/versions/:version", {
      ...version,
      success: ConfigVersion,
      error: NotFound
    }),
    HttpApiEndpoint.post("restore", "/api/robots/:id/config/versions/:version/restore", {
      ...version,
      success: TaggedDraft,
      error: NotFound
    }),
    HttpApiEndpoint.get("slugUsage", "/api/robots/:id/config/slug-usage/:slug", {
      params: { id: RobotId, slug: Schema.String },
      success: SlugUsage,
      error: [UnknownSlug, DraftNotADocument]
    }),
    HttpApiEndpoint.post("renameSlug", "/api/robots/:id/config/rename-slug", {
      ...robot,
      payload: RenameSlugRequest,
      success: RenameSlugResponse,
      error: [UnknownSlug, DraftNotADocument, ReservedSlug, DuplicateSlug, NotFound]
    })
  )
  .middleware(RobotScope)
  .middleware(DeveloperSession)
  .annotateMerge(OpenApi.annotations({ title: "Configuration" })) {}
