import { useQueries, useQuery } from "@tanstack/react-query"
import { useMemo } from "react"
import type { Analysis } from "./analysis.ts"
import { jointSlugQuery, robotGraphQuery, runningQuery, usageQuery, versionQuery } from "./data.ts"
import type { DraftSession, DraftView } from "./draft/DraftSession.ts"
import { impactOf } from "./impact.ts"
import { outlineOf, slugsOf } from "./outline.ts"
import { problemsOf } from "./problems.ts"
import { noRobot } from "./ros.ts"
import { useApplied } from "./useApplied.ts"
import type { Insight } from "./useInsight.ts"

const none: ReadonlyArray<never> = []

/** As many removed slugs as are asked about. */
const mostAsked = 20

/** What is known of the text: its problems, its outline, what it changes on the robot and for people. */
export const useFindings = ({
  analysis,
  draft,
  insight,
  robotId,
  view
}: {
  readonly robotId: string
  readonly draft: DraftSession
  readonly view: DraftView
  readonly analysis: Analysis
  readonly insight: Insight | null
}) => {
  const { answer } = view
  const applied = useApplied(robotId)
  const { config } = applied
  const publishedVersion = config?.published_version ?? null
  const publishedRead = useQuery({
    ...versionQuery(robotId, publishedVersion ?? 0),
    enabled: publishedVersion !== null
  })
  const published = publishedRead.data
  const isRead = config !== undefined && (publishedVersion === null || !publishedRead.isPending)
  const robot = useQuery(robotGraphQuery(robotId)).data?.robot ?? noRobot
  const running = useQuery(runningQuery(robotId)).data ?? none
  const jointSlug = useQuery(jointSlugQuery(robotId)).data ?? null

  const isAnswered = (view.fresh || view.status === "not_yaml") && analysis.text === draft.text
  const notYaml = view.status === "not_yaml" ? view.notYaml : null
  const applyErrors =
    config?.applied_ok === false && published?.source === analysis.text ? (config.applied_errors ?? none) : none
  const problems = useMemo(
    () =>
      problemsOf({
        analysis,
        fresh: isAnswered,
        issues: (answer?.issues ?? none).filter(({ code }) => code !== "checks_skipped"),
        notYaml,
        applyErrors
      }),
    [analysis, isAnswered, answer, notYaml, applyErrors]
  )
  const outline = useMemo(
    () => outlineOf(analysis.root, problems, published?.doc ?? null),
    [analysis.root, problems, published]
  )
  const effects = useMemo(
    () =>
      answer?.doc == null || (publishedVersion !== null && published === undefined)
        ? null
        : impactOf({ published: published?.doc ?? null, draft: answer.doc, running, jointSlug }),
    [answer, published, publishedVersion, running, jointSlug]
  )
  // What depends on a slug can be asked while the draft has it: as soon as the text lacks it, before that is saved.
  const leaving = useMemo((): ReadonlyArray<string> => {
    if (published === undefined || analysis.fault !== null || analysis.root === null) return none
    const now = new Set(outline.flatMap(({ entries }) => entries.map(({ slug }) => slug)))
    return slugsOf(published.doc)
      .filter((slug) => !now.has(slug))
      .slice(0, mostAsked)
  }, [outline, published, analysis])
  const usages = useQueries({ queries: leaving.map((slug) => usageQuery(robotId, slug)) })
  const changes = useMemo(
    () =>
      published === undefined || insight === null
        ? { added: 0, removed: 0 }
        : insight.lineChanges(published.source, analysis.text),
    [insight, published, analysis.text]
  )
  return {
    ...applied,
    changes,
    effects,
    errors: problems.filter(({ by, severity }) => severity === "error" && by !== "robot").length,
    notChecked: (answer?.issues ?? none).some(({ code }) => code === "checks_skipped"),
    outline,
    problems,
    published,
    /** What is published, for the button: undefined until it is read, null where there is nothing. */
    publishedNow: !isRead
      ? undefined
      : publishedVersion === null
        ? null
        : { version: publishedVersion, source: published?.source },
    publishedVersion,
    robot,
    usageOf: (slug: string) => usages[leaving.indexOf(slug)]?.data
  }
}
