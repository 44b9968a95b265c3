// Ends the thread that imports it.
process.exit(7);
