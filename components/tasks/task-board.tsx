// The task board: three plain columns, live.
"use client"

import { useMemo, useState } from "react"
import type { Command } from "@/lib/client/commands"
import type { Agent } from "@/lib/core/agent"
import type { Task } from "@/lib/core/task"
import { useCommands } from "../shell/use-commands"
import { Button } from "../ui/button"
import { Moment } from "../ui/time"
import { AddTaskDialog } from "./add-task-dialog"
import { taskColumns, taskCounts, taskNote } from "./task-columns"

type Props = { team: string; tasks: readonly Task[]; agents: readonly Agent[]; canOperate: boolean }

/** A long history of finished tasks is on the timeline; the board shows the newest. */
const DONE_SHOWN = 50

export function TaskBoard({ team, tasks, agents, canOperate }: Props) {
  const [adding, setAdding] = useState(false)
  const columns = taskColumns(tasks)
  const commands = useMemo<Command[]>(
    () => (canOperate ? [{ id: "task", title: "Add a task…", icon: "task", run: () => setAdding(true) }] : []),
    [canOperate],
  )
  useCommands(commands)
  return (
    <section aria-label="Tasks" className="flex min-h-0 flex-1 flex-col bg-surface">
      <header className="flex h-11 flex-none items-center gap-2.5 border-b border-line pr-3 pl-4 xl:pl-5">
        <h2 className="font-semibold">Tasks</h2>
        <span className="cut text-text-3">{taskCounts(columns)}</span>
        <span className="flex-1" />
        {canOperate && (
          <Button variant="quiet" size="s" onClick={() => setAdding(true)}>
            Add a task
          </Button>
        )}
      </header>
      <div className="grid min-h-0 flex-1 grid-cols-3 overflow-y-auto max-md:grid-cols-1 max-md:content-start 2xl:grid-cols-1 2xl:content-start">
        <Column title="Open" tasks={columns.open} all={tasks} agents={agents} none="Nothing is open." />
        <Column title="Claimed" tasks={columns.claimed} all={tasks} agents={agents} none="Nobody has claimed a task." />
        <Column
          title="Done"
          tasks={columns.done.slice(0, DONE_SHOWN)}
          all={tasks}
          agents={agents}
          none="Nothing is done yet."
        />
      </div>
      <AddTaskDialog team={team} tasks={tasks} agents={agents} open={adding} onOpenChange={setAdding} />
    </section>
  )
}

type ColumnProps = {
  title: string
  tasks: readonly Task[]
  all: readonly Task[]
  agents: readonly Agent[]
  none: string
}

function Column({ title, tasks, all, agents, none }: ColumnProps) {
  return (
    <section
      aria-label={title}
      className="min-w-0 border-line px-4 pt-2.5 pb-3 not-last:border-r max-md:not-last:border-r-0 max-md:not-last:border-b xl:pl-5 2xl:not-last:border-r-0 2xl:not-last:border-b"
    >
      <h3 className="mb-1 text-small font-medium text-text-3">{title}</h3>
      {tasks.length === 0 && <p className="py-[5px] text-text-3">{none}</p>}
      <ul>
        {tasks.map((task) => (
          <li key={task.id} className="grid grid-cols-[24px_minmax(0,1fr)] py-[5px]">
            <span className="font-mono text-small leading-5 text-text-3">{task.id}</span>
            <div className="min-w-0">
              <p
                className={task.status === "completed" ? "text-text-2" : undefined}
                title={task.description || undefined}
              >
                {task.subject}
              </p>
              <p className="text-small text-text-3">
                {taskNote(task, all, agents)}
                {task.completed_at && (
                  <>
                    {task.owner && ", "}
                    <Moment at={task.completed_at} />
                  </>
                )}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
