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
import { closed } from "../Wire.ts"
import { RobotScope } from "./RobotScope.ts"

const robot = { params: { id: RobotId } }
const version = { params: { id: RobotId, version: Schema.String } }

/** The draft and the strong tag of its text, for `If-Match`. */
const TaggedDraft = HttpApiSchema.WithHeaders(ConfigDraft, { etag: Schema.String })

/** Printable ASCII, as a UUID is. */
const PublishKey = Schema.String.check(Schema.isMaxLength(128), Schema.isPattern(/^[\x21-\x7e]+$/))

/** A robot's configuration: one draft, and the versions published from it. */
export class ConfigApi extends HttpApiGroup.make("config")
  .add(
    HttpApiEndpoint.get("draft", "/api/robots/:id/config/draft", { ...robot, success: TaggedDraft }).annotate(
      OpenApi.Summary,
      "The draft, its text and its issues"
    ),
    HttpApiEndpoint.put("putDraft", "/api/robots/:id/config/draft", {
      ...robot,
      headers: { "if-match": Schema.optionalKey(Schema.String) },
      payload: PutConfigDraftRequest,
      success: TaggedDraft,
      error: [InvalidYaml, UnstorableYaml, ConfigConflict, NotFound]
    }).annotate(OpenApi.Summary, "Replace the draft's text; an unfinished draft is kept too"),
    HttpApiEndpoint.post("publish", "/api/robots/:id/config/publish", {
      ...robot,
      query: closed({ publish_key: Schema.optionalKey(PublishKey) }),
      success: ConfigPublished,
      error: [NothingToPublish, ConfigInvalid, NotFound]
    }).annotate(OpenApi.Summary, "Publish the draft and send it to the robot"),
    HttpApiEndpoint.get("versions", "/api/robots/:id/config/versions", {
      ...robot,
      success: ConfigVersionList
    }).annotate(OpenApi.Summary, "Published versions, newest first"),
    HttpApiEndpoint.get("version", "/api/robots/:id/config/versions/:version", {
      ...version,
      success: ConfigVersion,
      error: NotFound
    }).annotate(OpenApi.Summary, "One published version"),
    HttpApiEndpoint.post("restore", "/api/robots/:id/config/versions/:version/restore", {
      ...version,
      success: TaggedDraft,
      error: NotFound
    }).annotate(OpenApi.Summary, "Copy a version's text into the draft"),
    HttpApiEndpoint.get("slugUsage", "/api/robots/:id/config/slug-usage/:slug", {
      params: { id: RobotId, slug: Schema.String },
      success: SlugUsage,
      error: [UnknownSlug, DraftNotADocument]
    }).annotate(OpenApi.Summary, "What a rename of a slug would touch"),
    HttpApiEndpoint.post("renameSlug", "/api/robots/:id/config/rename-slug", {
      ...robot,
      payload: RenameSlugRequest,
      success: RenameSlugResponse,
      error: [UnknownSlug, DraftNotADocument, ReservedSlug, DuplicateSlug, NotFound]
    }).annotate(OpenApi.Summary, "Rename a slug in the draft, grants, alerts and history at once")
  )
  .middleware(RobotScope)
  .middleware(DeveloperSession)
  .annotateMerge(OpenApi.annotations({ title: "Configuration" })) {}
