import { randomInt } from 'node:crypto'
import pg from 'pg'

/** Runs `use` on a new, empty database in the cluster at `url`, and then drops the database. */
export async function inOwnDatabase<T>(url: string, use: (own: string) => Promise<T>): Promise<T> {
  const name = `own_${process.pid}_${randomInt(2 ** 31)}`
  const own = new URL(url)
  own.pathname = name
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  try {
    await admin.query(`create database ${name}`)
    return await use(own.href)
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
  }
}
