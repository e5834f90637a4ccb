import type { OrgId } from "@fleet/domain/Ids"
import type { MailTemplateKind, MailTemplatePart } from "@fleet/domain/MailTemplates"
import { Context, Data, Effect, Layer, Semaphore } from "effect"
import { makeWorkerProcess } from "../platform/process/WorkerProcess.ts"
import { makeKeyedSemaphore } from "../platform/limits/KeyedSemaphore.ts"
import type { Rendered, Template, TemplateValues, Words } from "./renderTemplate.ts"

/** What is to be rendered. */
export interface Job {
  readonly kind: MailTemplateKind
  readonly template: Template
  readonly values: TemplateValues
}

/** A template that does not render: which part, and why. */
export class TemplateBroken extends Data.TaggedError("TemplateBroken")<{
  readonly part: MailTemplatePart
  readonly message: string
}> {}

/** Renders templates in a worker process, so that a costly one does not block the event loop. */
export class Templates extends Context.Service<
  Templates,
  {
    /** One at a time for each org, so that an org waits for at most one template of another. */
    readonly render: (
      orgId: OrgId,
      kind: MailTemplateKind,
      template: Template,
      values: TemplateValues
    ) => Effect.Effect<Words, TemplateBroken>
  }
>()("@fleet/server/Templates") {
  static readonly layer = Layer.effect(
    Templates,
    Effect.gen(function* () {
      // A caller that is interrupted while it waits is not rendered.
      const oneOfAll = Semaphore.withPermits(yield* Semaphore.make(1), 1)
      const oneByOrg = makeKeyedSemaphore(1)
      const ask = yield* makeWorkerProcess<Job, Rendered>(new URL("./templateProcess.ts", import.meta.url))
      return Templates.of({
        render: Effect.fn("Templates.render")(function* (orgId, kind, template, values) {
          const rendered = yield* oneByOrg(orgId)(oneOfAll(ask({ kind, template, values })))
          return "part" in rendered ? yield* new TemplateBroken(rendered) : rendered
        })
      })
    })
  )
}
