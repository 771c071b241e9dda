// Reading the task board.
import "server-only"
import { and, eq, sql } from "drizzle-orm"
import { AppError } from "@/lib/core/errors"
import type { Task } from "@/lib/core/task"
import { compiled } from "@/lib/server/db/compiled"
import type { Database } from "@/lib/server/db/database"
import { tasks } from "@/lib/server/db/schema"

export function toTask(row: typeof tasks.$inferSelect): Task {
  return {
    id: row.id,
    team: row.team,
    subject: row.subject,
    description: row.description,
    status: row.status,
    owner: row.owner,
    blocked_by: row.blockedBy,
    created_by: row.createdBy,
    created_at: row.createdAt,
    completed_at: row.completedAt,
  }
}

const selectTasks = compiled<{ team: string }, (typeof tasks.$inferSelect)[]>((db) =>
  db
    .select()
    .from(tasks)
    .where(eq(tasks.team, sql.placeholder("team")))
    .orderBy(tasks.id),
)

export async function listTasks(db: Database, team: string): Promise<Task[]> {
  return (await selectTasks(db, { team })).map(toTask)
}

/** The largest number the column holds, which no task ever bears: a model may ask for any. */
const LARGEST = 2 ** 31 - 1

export async function getTask(db: Database, team: string, id: number): Promise<Task> {
  const rows = await db
    .select()
    .from(tasks)
    .where(and(eq(tasks.team, team), eq(tasks.id, Math.min(id, LARGEST))))
  if (!rows[0]) throw new AppError("not_found", `There is no task ${id}.`)
  return toTask(rows[0])
}
