package command

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/discovery-set/hugo-discovery/internal/report"
	"github.com/discovery-set/hugo-discovery/internal/serve"
	"github.com/discovery-set/hugo-discovery/internal/site"
)

func (c *Command) serve() *cobra.Command {
	var flags declaredFlags
	var port int
	var open, quiet bool
	cmd := &cobra.Command{
		Use:   "serve DIR",
		Short: "Serve a tree as GitHub Pages would",
		Long: `serve answers on the loopback interface as GitHub Pages would: under the base
path of the site, with index.html, x for x.html, redirects to folders, 404.html
with its status, and the content types of GitHub Pages. What lies outside the
base path is not there, so that links that leave it show.`,
		Example: "  discovery-helper serve public --open",
		Args:    exactly(1, "one folder, the published tree"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.runServe(cmd.Context(), args[0], &flags, port, open, quiet)
		},
	}
	flags.register(cmd.Flags())
	cmd.Flags().IntVar(&port, "port", 8080, "`PORT` on 127.0.0.1; 0: any free one")
	cmd.Flags().BoolVar(&open, "open", false, "open the site in the browser")
	cmd.Flags().BoolVar(&quiet, "quiet", false, "do not log requests")
	return cmd
}

func (c *Command) runServe(ctx context.Context, dir string, flags *declaredFlags, port int, open, quiet bool) error {
	if port < 0 || port > 65535 {
		return fmt.Errorf("--port %d: write a number from 0 to 65535", port)
	}
	tree, err := site.Open(dir)
	if err != nil {
		return err
	}
	in, err := c.gather(tree, dir, flags)
	tree.Close()
	if err != nil {
		return err
	}
	handler, err := serve.New(dir, &in.Deployment)
	if err != nil {
		return err
	}
	defer handler.Close()
	if !quiet {
		handler.Log = func(method, target string, status int, note string) {
			if note != "" {
				note = " (" + note + ")"
			}
			fmt.Fprintln(c.Stderr, report.Printable(fmt.Sprintf("%d %s %s%s", status, method, target, note)))
		}
	}
	listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return fmt.Errorf("cannot listen: %w; name another --port", err)
	}
	if ctx == nil {
		ctx = context.Background()
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	address := handler.URL(listener.Addr())
	if _, err := fmt.Fprintf(c.Stdout, "%s as %s; stop with Ctrl-C\n", address, in.Deployment.SiteRoot); err != nil {
		listener.Close()
		return err
	}
	if open {
		if err := openBrowser(address); err != nil {
			fmt.Fprintf(c.Stderr, "discovery-helper: cannot open a browser: %v\n", err)
		}
	}
	collectSeldom()
	server := handler.Server()
	go func() { // #nosec G118 -- ctx has ended when the time of grace begins
		<-ctx.Done()
		grace, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		_ = server.Shutdown(grace) // what is still open then is cut by Close
		_ = server.Close()
	}()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// openBrowser opens a URL of this program's own making.
func openBrowser(url string) error {
	switch runtime.GOOS {
	case "darwin":
		return exec.Command("open", url).Start() // #nosec G204 -- the URL is that of the listener
	case "windows":
		return exec.Command("rundll32", "url.dll,FileProtocolHandler", url).Start() // #nosec G204 -- the URL is that of the listener
	}
	return exec.Command("xdg-open", url).Start() // #nosec G204 -- the URL is that of the listener
}
