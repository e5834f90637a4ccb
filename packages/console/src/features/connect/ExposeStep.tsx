import type { RouteAnswer } from "@fleet/sdk"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import { type ReactNode, useMemo, useState } from "react"
import { formatClock } from "../../format/times.ts"
import { useWords } from "../../i18n/words.ts"
import { Button, buttonClass } from "../../kit/Button.tsx"
import { Card } from "../../kit/Card.tsx"
import { CodeBlock } from "../../kit/CodeBlock.tsx"
import { Empty } from "../../kit/Empty.tsx"
import { Foreign } from "../../kit/Foreign.tsx"
import { Note } from "../../kit/Note.tsx"
import { PageHeading } from "../../kit/Page.tsx"
import { Problem } from "../../kit/Problem.tsx"
import { Skeleton } from "../../kit/Skeleton.tsx"
import { draftQuery, isNeverRead, publishText, starterQuery, UnpublishableDraft } from "./data.ts"
import { choose, type Kind, kinds, type Offer, offersOf } from "./starterText.ts"
import { words } from "./words.ts"

type RobotDetail = RouteAnswer<"robots.get">

const keyOf = ({ kind, slug }: Pick<Offer, "kind" | "slug">) => `${kind}.${slug}`

const Offers = ({
  chosen,
  onChange,
  offers
}: {
  readonly offers: ReadonlyArray<Offer>
  readonly chosen: ReadonlySet<string>
  readonly onChange: (chosen: ReadonlySet<string>) => void
}) => {
  const t = useWords(words)
  const titles: Readonly<Record<Kind, string>> = {
    datapoints: t.kindDatapoints,
    actions: t.kindActions,
    services: t.kindServices,
    publishers: t.kindPublishers,
    cameras: t.kindCameras
  }
  const set = (own: ReadonlyArray<Offer>, on: boolean) => {
    const next = new Set(chosen)
    for (const offer of own) {
      if (on) next.add(keyOf(offer))
      else next.delete(keyOf(offer))
    }
    onChange(next)
  }
  return (
    <div className="connect-offers">
      {kinds.map((kind) => {
        const own = offers.filter((offer) => offer.kind === kind)
        return own.length === 0 ? null : (
          <fieldset key={kind}>
            <legend>
              {titles[kind]}
              <span className="text-3 text-small">
                {t.chosen(own.filter((offer) => chosen.has(keyOf(offer))).length)}
              </span>
              <span>
                <Button kind="quiet" size="small" onPress={() => set(own, true)}>
                  {t.all}
                </Button>
                <Button kind="quiet" size="small" onPress={() => set(own, false)}>
                  {t.none}
                </Button>
              </span>
            </legend>
            {own.map((offer) => (
              <label key={offer.slug} className="connect-offer">
                <input
                  type="checkbox"
                  checked={chosen.has(keyOf(offer))}
                  onChange={(event) => set([offer], event.target.checked)}
                />
                <span>
                  <Foreign>{offer.slug}</Foreign>
                </span>
                <span title={`${offer.from} ${offer.type}`}>
                  <Foreign>{`${offer.from} · ${offer.type}`}</Foreign>
                </span>
              </label>
            ))}
          </fieldset>
        )
      })}
    </div>
  )
}

const Failure = ({ error }: { readonly error: unknown }) => {
  const t = useWords(words)
  if (!(error instanceof UnpublishableDraft)) return <Problem error={error} />
  return (
    <Note tone="bad" live>
      {t.issues}
      <ul>
        {error.issues.slice(0, 10).map((issue) => (
          <li key={issue.path + issue.message}>
            <code>{issue.path}</code> <Foreign>{issue.message}</Foreign>
          </li>
        ))}
      </ul>
    </Note>
  )
}

const Choice = ({ robot, source }: { readonly robot: RobotDetail; readonly source: string }) => {
  const t = useWords(words)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { data: draft } = useQuery(draftQuery(robot.id))
  const offers = useMemo(() => offersOf(source), [source])
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(offers.filter((offer) => offer.proposed).map(keyOf))
  )
  const text = useMemo(() => choose(source, (offer) => chosen.has(keyOf(offer))), [source, chosen])
  const publish = useMutation({
    mutationFn: () => publishText(robot.id, text),
    onSuccess: async () => {
      await queries.invalidateQueries()
      await navigate({ to: "/robots/$robotId", params: { robotId: robot.id } })
    }
  })
  const hasDraft = draft !== undefined && draft.updated_at !== null && draft.source.trim() !== "" && !publish.isPending
  return (
    <>
      {hasDraft && publish.error === null ? (
        <Note
          tone="warn"
          acts={
            <Link
              to="/robots/$robotId/config"
              params={{ robotId: robot.id }}
              className={buttonClass({ size: "small" })}
            >
              {t.openConfig}
            </Link>
          }
        >
          <strong>{t.draftThere}</strong> {t.draftThereHint}
        </Note>
      ) : null}
      <Card title={t.stepExpose} kind={t.chosen(chosen.size)}>
        <Offers offers={offers} chosen={chosen} onChange={setChosen} />
      </Card>
      <Card title={t.preview}>
        <CodeBlock name={`${t.preview} (YAML)`} text={text} />
        <p className="connect-hint">{t.previewHint}</p>
      </Card>
      {publish.error === null ? null : <Failure error={publish.error} />}
      <div className="connect-foot">
        <Link to="/robots" className={buttonClass({ kind: "quiet" })}>
          {t.later}
        </Link>
        <Button
          kind="primary"
          busy={publish.isPending}
          blocked={chosen.size === 0 ? t.publishNone : undefined}
          onPress={() => publish.mutate()}
        >
          {hasDraft ? t.replaceDraft : t.publish}
        </Button>
      </div>
    </>
  )
}

/** What the robot offers, and what of it is shown. */
export const ExposeStep = ({ robot }: { readonly robot: RobotDetail }): ReactNode => {
  const t = useWords(words)
  const isPublished = robot.config.published_version !== null
  const { data, error, refetch } = useQuery({ ...starterQuery(robot), enabled: !isPublished })
  const isEmpty = data !== undefined && offersOf(data.source).length === 0
  return (
    <div className="connect-main">
      <div className="display connect-lead">
        <PageHeading>{t.exposeTitle}</PageHeading>
        <p>{t.exposeLead}</p>
      </div>
      {isPublished ? (
        <Note
          acts={
            <>
              <Link
                to="/robots/$robotId/config"
                params={{ robotId: robot.id }}
                className={buttonClass({ size: "small" })}
              >
                {t.openConfig}
              </Link>
              <Link
                to="/robots/$robotId"
                params={{ robotId: robot.id }}
                className={buttonClass({ size: "small", kind: "primary" })}
              >
                {t.seeLive}
              </Link>
            </>
          }
        >
          <strong>{t.published}</strong> {t.publishedHint}
        </Note>
      ) : error !== null ? (
        isNeverRead(error) ? (
          <Note
            tone="warn"
            acts={
              <Link
                to="/robots/$robotId/setup/$step"
                params={{ robotId: robot.id, step: "bridge" }}
                className={buttonClass({ size: "small", kind: "primary" })}
              >
                {t.stepBridge}
              </Link>
            }
          >
            {t.continueWhy}
          </Note>
        ) : (
          <Problem error={error} onRetry={() => void refetch()} />
        )
      ) : data === undefined ? (
        <>
          <p className="text-2" role="status">
            {t.reading}
          </p>
          <Skeleton height={8} />
        </>
      ) : isEmpty ? (
        <Empty title={t.emptyGraph} act={<Button onPress={() => void refetch()}>{t.readAgain}</Button>}>
          {t.emptyGraphHint}
        </Empty>
      ) : (
        <>
          {data.stale ? <Note>{t.offlineGraph(formatClock(Date.parse(data.readAt)))}</Note> : null}
          <Choice robot={robot} source={data.source} />
        </>
      )}
    </div>
  )
}
