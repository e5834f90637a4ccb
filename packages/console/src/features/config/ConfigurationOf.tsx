import { useQueryClient } from "@tanstack/react-query"
import { getRouteApi, useNavigate } from "@tanstack/react-router"
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react"
import { keyText } from "../../commands/keys.ts"
import { formatCount } from "../../format/numbers.ts"
import { useWords } from "../../i18n/words.ts"
import { Ellipsis, History, Pencil, Plus, Terminal } from "../../kit/icons.ts"
import { Menu } from "../../kit/Menu.tsx"
import { Part } from "../../kit/Part.tsx"
import { Problem as Refusal } from "../../kit/Problem.tsx"
import { Skeleton } from "../../kit/Skeleton.tsx"
import type { Editor } from "./editor/createEditor.ts"
import type { Fix } from "./fixes/fix.ts"
import { entryAt } from "./outline.ts"
import { nextProblem, type Problem } from "./problems.ts"
import { problemWords } from "./problemWords.ts"
import { publishReason } from "./publishReason.ts"
import { useAnalysis } from "./useAnalysis.ts"
import { useConfigCommands } from "./useConfigCommands.ts"
import { useDraft } from "./useDraft.ts"
import { useFindings } from "./useFindings.ts"
import { useInsert } from "./useInsert.ts"
import { useInsight } from "./useInsight.ts"
import { usePublish } from "./usePublish.ts"
import { ConfigDialogs, type OpenDialog } from "./views/ConfigDialogs.tsx"
import { DraftBar } from "./views/DraftBar.tsx"
import { DraftNotes } from "./views/DraftNotes.tsx"
import { EditorHost } from "./views/EditorHost.tsx"
import { ImpactList } from "./views/ImpactList.tsx"
import { OutlineList } from "./views/OutlineList.tsx"
import { detailOf, ProblemList, titleOf } from "./views/ProblemList.tsx"
import { TextSection } from "./views/TextSection.tsx"
import { useWhenReady } from "./useWhenReady.ts"
import { words } from "./words.ts"

const ConflictPart = lazy(() => import("./views/ConflictView.tsx"))
const Offers = lazy(() => import("./views/Offers.tsx"))

const route = getRouteApi("/console/robots/$robotId/config")

/** The configuration of a robot: its text, what is wrong with it, and what publishing it changes. */
export const ConfigurationOf = ({ robotId }: { readonly robotId: string }): ReactNode => {
  const t = useWords(words)
  const p = useWords(problemWords)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const search = route.useSearch()
  const { draft, view } = useDraft(robotId)
  const { insight, missing } = useInsight()
  const { analysis, read } = useAnalysis(draft, insight)
  const editor = useRef<Editor | null>(null)
  const [open, setOpen] = useState<OpenDialog>(null)
  const close = () => setOpen(null)
  const [message, setMessage] = useState<string | null>(null)
  const [cursor, setCursor] = useState<string>()

  const found = useFindings({ robotId, draft, view, analysis, insight })
  const { changes, config, effects, errors, outline, problems, published, publishedVersion, robot } = found
  const { clear, publish, publishing } = usePublish(robotId, draft, publishedVersion)
  const isDiff = search.view === "diff"
  const isAsked = [search.alert, search.at, search.record].some((asked) => asked !== undefined)
  const against = Number(search.against ?? publishedVersion ?? 0)
  const { answer } = view
  useEffect(() => {
    if (view.replacedAtMs !== null) setMessage(t.replaced)
  }, [view.replacedAtMs, t])
  useEffect(() => draft.onReplaced((text) => editor.current?.setText(text)), [draft])
  useEffect(() => {
    editor.current?.mark(
      problems.map((problem) => ({
        from: problem.from,
        to: problem.to,
        severity: problem.severity,
        message: [titleOf(problem.code, p), detailOf(problem, p)].filter((part) => part !== "").join(": ")
      }))
    )
  }, [problems, p, isDiff, view.status])
  useEffect(() => {
    if (insight !== null && published !== undefined && analysis.text === draft.text)
      editor.current?.markChanges(insight.changedLines(published.source, analysis.text))
  }, [insight, published, analysis, draft, isDiff])

  const help = insight?.helpOf({ robotId, robot, analysis })
  const goTo = ({ from, to }: { readonly from: number; readonly to: number }) => editor.current?.goTo(from, to)
  const step = (by: 1 | -1) => {
    const next = nextProblem(problems, editor.current?.cursor() ?? 0, by)
    if (next !== undefined) goTo(next)
  }
  const fixesFor = (problem: Problem): ReadonlyArray<Fix> =>
    insight === null || problem.by === "robot" || analysis.text !== draft.text
      ? []
      : insight.fixesOf({ source: analysis.text, root: analysis.root, finding: problem, robot })
  const apply = (edits: Fix["edits"]) => {
    editor.current?.apply(edits)
    draft.left()
    editor.current?.focus()
  }
  const slugAtCursor = () => entryAt(outline, editor.current?.cursor() ?? 0)?.slug ?? cursor
  const startRename = useWhenReady(insight !== null && analysis.text === draft.text, async () => {
    const from = slugAtCursor()
    if (from === undefined) return setMessage(t.renameNone)
    if (await draft.settled()) setOpen({ of: "rename", from, to: from })
  })
  /** The text was renamed by hand: the old name comes back, and everything is renamed at once. */
  const renameInstead = async (from: string, to: string) => {
    const entry = outline.flatMap(({ entries }) => entries).find(({ slug }) => slug === to)
    if (entry === undefined) return
    editor.current?.apply([{ from: entry.from, to: entry.from + to.length, insert: from }])
    if (await draft.settled()) setOpen({ of: "rename", from, to })
  }
  const renamed = async (from: string, to: string, grants: number) => {
    await draft.changedOutside()
    await queries.invalidateQueries({ queryKey: ["config.slugUsage", robotId] })
    setOpen(null)
    setMessage(t.renameDone(from, to, grants))
  }

  const blocked = publishReason(t, {
    view,
    errors: errors + (answer?.more ?? 0),
    text: draft.text,
    published: found.publishedNow
  })
  const runPublish = () => {
    if (blocked !== undefined) return
    setMessage(null)
    found.watch()
    void publish()
  }
  const nextVersion = (publishedVersion ?? 0) + 1
  const command = `fleet config pull ${robotId} && fleet config push ${robotId} && fleet config publish ${robotId}`
  const copyCommand = () =>
    void navigator.clipboard.writeText(command).then(() => setMessage(`${t.copied}: ${command}`))
  const setView = (next: string) =>
    void navigate({
      to: "/robots/$robotId/config",
      params: { robotId },
      search: next === "diff" ? { view: "diff", against: String(against) } : {}
    })
  const { insert, insertBlocked } = useInsert({ analysis, draft, editor, insight, robot, view, onDone: close })
  /** What is inserted is seen in the text. */
  const openGraph = () => {
    if (isDiff) setView("text")
    setOpen({ of: "graph" })
  }
  useConfigCommands({
    blocked,
    nextVersion,
    outline,
    onCopy: copyCommand,
    onGoTo: (from) => editor.current?.goTo(from),
    onInsert: openGraph,
    onPublish: runPublish,
    onRename: () => void startRename(),
    onSave: () => draft.left(),
    onStep: step,
    onVersions: () => setOpen({ of: "versions" })
  })
  const notes = [
    ...(draft.text.trim() === "" ? [t.emptyHint] : []),
    ...(view.status === "not_yaml" ? [t.notYamlHint(null)] : []),
    ...(found.notChecked ? [answer?.doc === null ? t.notDocument : t.notChecked] : [])
  ]
  return (
    <main id="content" className="config">
      <DraftBar
        view={view}
        errors={errors}
        published={publishedVersion}
        nextVersion={nextVersion}
        blocked={blocked}
        publishing={publishing.of === "sending"}
        keys={keyText("mod+enter")}
        onPublish={runPublish}
        menu={
          <Menu
            kind="quiet"
            iconOnly
            items={[
              { id: "rename", text: t.rename, icon: Pencil, run: startRename },
              { id: "insert", text: t.insert, icon: Plus, run: openGraph },
              { id: "versions", text: t.versions, icon: History, run: () => setOpen({ of: "versions" }) },
              { id: "command", text: t.copyCommand, icon: Terminal, run: copyCommand }
            ]}
            icon={Ellipsis}
          >
            {t.more}
          </Menu>
        }
      />
      <DraftNotes
        view={view}
        config={config}
        isOnline={found.isOnline}
        publishing={publishing}
        appliedAfterMs={found.appliedAfterMs}
        message={message}
        onOffered={(take) => draft.takeOffered(take)}
        onClear={clear}
        onClearMessage={() => setMessage(null)}
      >
        {isAsked && view.status !== "conflict" && analysis.text === draft.text ? (
          <Suspense fallback={null}>
            <Offers
              {...{ search, ...analysis }}
              onAdd={apply}
              onGoTo={(from) => editor.current?.goTo(from)}
              onDone={() => setView("")}
            />
          </Suspense>
        ) : null}
      </DraftNotes>
      {view.status === "conflict" ? (
        <Part name={t.title}>
          <Suspense fallback={<Skeleton height={8} />}>
            <ConflictPart
              base={draft.base}
              mine={draft.text}
              theirs={view.theirs?.text}
              onResolve={(text) => draft.resolve(text)}
            />
          </Suspense>
        </Part>
      ) : (
        <div className={`config-columns${isDiff ? " config-whole" : ""}`}>
          {isDiff ? null : (
            <OutlineList
              groups={outline}
              current={cursor}
              onGoTo={(from) => editor.current?.goTo(from)}
              onInsert={openGraph}
            />
          )}
          <TextSection
            against={against}
            canCompare={publishedVersion !== null}
            isDiff={isDiff}
            text={draft.text}
            facts={t.facts(formatCount(analysis.text.split("\n").length), changes.added, changes.removed)}
            robotId={robotId}
            onView={setView}
            onVersions={() => setOpen({ of: "versions" })}
          >
            <EditorHost
              ref={editor}
              text={draft.text}
              label={t.title}
              readOnly={false}
              onText={(text) => {
                draft.typed(text)
                read(text)
              }}
              onLeave={() => draft.left()}
              onCursor={(offset) => setCursor(entryAt(outline, offset)?.slug)}
              suggest={(context) => help?.suggest(context) ?? []}
              describe={(pattern) => help?.describe(pattern)}
              hint={(offset) => help?.hint(offset) ?? null}
            />
          </TextSection>
          {isDiff ? null : (
            <aside className="config-aside" aria-label={t.problems}>
              {missing === null ? null : <Refusal error={missing} />}
              <ProblemList
                problems={problems}
                fixesOf={fixesFor}
                more={view.fresh ? (answer?.more ?? 0) : 0}
                notes={notes}
                nextKey={keyText("f8")}
                onNext={() => step(1)}
                checking={!view.fresh || insight === null}
                onGoTo={goTo}
                onFix={({ edits }) => apply(edits)}
              />
              <ImpactList
                effects={effects}
                isFirst={publishedVersion === null}
                textDiffers={published !== undefined && published.source !== draft.text}
                usageOf={found.usageOf}
                onRename={(from, to) => void renameInstead(from, to)}
              />
            </aside>
          )}
        </div>
      )}
      <ConfigDialogs
        open={open}
        robotId={robotId}
        published={publishedVersion}
        used={insight?.namesUsed(draft.text)}
        taken={outline.flatMap(({ entries }) => entries.map(({ slug }) => slug))}
        onClose={close}
        insertBlocked={insertBlocked}
        onInsert={insert}
        onRenamed={renamed}
      />
    </main>
  )
}
