import "./Connect.css"
import { FleetError } from "@fleet/sdk"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Navigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { robotQuery } from "../../fleet/queries.ts"
import { useWords } from "../../i18n/words.ts"
import { Page, PageHeading } from "../../kit/Page.tsx"
import { Problem } from "../../kit/Problem.tsx"
import { Skeleton } from "../../kit/Skeleton.tsx"
import { BridgeStep } from "./BridgeStep.tsx"
import { ExposeStep } from "./ExposeStep.tsx"
import { Steps } from "./Steps.tsx"
import { words } from "./words.ts"

const route = getRouteApi("/console/robots/$robotId/setup/$step")

/** A step of connecting a robot. Where it stands is read from the service: any device can go on. */
export const SetupPage = (): ReactNode => {
  const t = useWords(words)
  const { robotId, step } = route.useParams()
  // Somebody waits for it: more often than a list is read.
  const { data, error, refetch } = useQuery({ ...robotQuery(robotId), refetchInterval: 1500 })
  const crumbs = [
    { text: t.robots, to: "/robots" },
    ...(data === undefined ? [] : [{ text: data.name, to: `/robots/${robotId}` }]),
    { text: t.connect }
  ]
  if (data === undefined)
    return (
      <Page crumbs={crumbs}>
        <PageHeading hidden>{t.connect}</PageHeading>
        {error === null ? (
          <Skeleton height={8} />
        ) : (
          <Problem
            error={error}
            {...(FleetError.is(error) && error.code === "not_found" ? {} : { onRetry: () => void refetch() })}
          />
        )}
      </Page>
    )
  if (step === "live") return <Navigate to="/robots/$robotId" params={{ robotId }} replace />
  return (
    <Page crumbs={crumbs}>
      <div className="connect">
        <Steps at={step === "expose" ? "expose" : "bridge"} detail={data.name} />
        {step === "expose" ? <ExposeStep robot={data} /> : <BridgeStep robot={data} />}
      </div>
    </Page>
  )
}
