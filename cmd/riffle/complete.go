package main

import "github.com/spf13/cobra"

// complete offers words for a flag's value to the shell.
func complete(cmd *cobra.Command, flag string, words ...string) {
	err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
	if err != nil {
		panic(err) // the flag does not exist: a mistake of the line above
	}
}

// riffleFilesOnly offers folders and .riffle files.
func riffleFilesOnly(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return []string{"riffle"}, cobra.ShellCompDirectiveFilterFileExt
}

// foldersOnly offers folders.
func foldersOnly(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}
