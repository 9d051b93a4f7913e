/** Runs the dashboard's files in workers of their own: each keeps a page in its globals. */
module.exports = class PageRunner extends require('./native-runner.cjs') {}
